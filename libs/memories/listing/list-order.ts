/** What a list can be sorted by. */
export const SORT_FIELDS = ['createdAt', 'importance', 'updatedAt'] as const;
export type SortField = (typeof SORT_FIELDS)[number];
export type SortOrder = 'asc' | 'desc';
