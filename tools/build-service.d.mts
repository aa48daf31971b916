export function isCurrent(root: string): boolean;
