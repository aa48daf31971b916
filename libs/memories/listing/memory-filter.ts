import { dateRange } from '../storage/date-range.js';
import type { MemoryFilter } from './memory-list.repository.js';
import { distinctTags } from '../storage/tags.js';

/** What a request says of the memories that it means. */
interface FilterRequest {
  readonly type?: string;
  readonly tags?: readonly string[];
  /** In a query: tags that may hold commas. They count as `tags` do. */
  readonly tag?: readonly string[];
  readonly tagsMode?: 'all' | 'any';
  readonly createdFrom?: string;
  readonly createdTo?: string;
}

/** @throws DomainError validation where the dates exclude each other */
export function memoryFilter(request: FilterRequest): MemoryFilter {
  const { type, tags = [], tag = [], tagsMode } = request;
  return { type, tags: distinctTags([...tags, ...tag]), tagsMode, ...dateRange(request) };
}
