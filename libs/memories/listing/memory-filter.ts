import { parseId } from '@mneme/platform/ids';
import type { VectorFilter } from '@mneme/retrieval';
import { type AttributeValue, attributeOf } from '../storage/attributes.js';
import { dateRanges } from '../storage/date-range.js';
import { distinctTags } from '../storage/tags.js';

/** Which memories: every condition must hold, as in a search. */
export interface MemoryFilter extends VectorFilter {
  /** Of these memories only: UUIDs. */
  readonly ids?: readonly string[] | undefined;
  readonly externalIds?: readonly string[] | undefined;
  /** Only memories whose id was made before this UUIDv7. */
  readonly before?: string | undefined;
}

/** A key of the metadata and what its value must be, or one of the values that it may be. */
export type MetadataFilter = Readonly<Record<string, AttributeValue | readonly AttributeValue[]>>;

/** What a request says of the memories that it means. */
export interface FilterRequest {
  /** As clients see them; one of another form is that of no memory. */
  readonly ids?: readonly string[];
  readonly type?: string;
  readonly tags?: readonly string[];
  /** In a query: tags that may hold commas. They count as `tags` do. */
  readonly tag?: readonly string[];
  readonly tagsMode?: 'all' | 'any';
  readonly metadata?: MetadataFilter;
  readonly externalId?: string;
  readonly externalIds?: readonly string[];
  readonly createdFrom?: string;
  readonly createdTo?: string;
  readonly occurredFrom?: string;
  readonly occurredTo?: string;
}

/** @throws DomainError validation where the dates exclude each other */
export function memoryFilter(request: FilterRequest): MemoryFilter {
  const { type, tags = [], tag = [], tagsMode, metadata = {}, externalId, ids, externalIds } = request;
  return {
    type,
    tags: distinctTags([...tags, ...tag]),
    tagsMode,
    attributes: Object.entries(metadata).map(([key, values]) => alternatives(key, values)),
    ...(ids === undefined ? {} : { ids: ids.flatMap((id) => parseId('mem', id) ?? []) }),
    ...(externalIds === undefined ? {} : { externalIds }),
    ...(externalId === undefined ? {} : { externalIds: [externalId] }),
    ...dateRanges(request),
  };
}

function alternatives(key: string, values: AttributeValue | readonly AttributeValue[]): string[] {
  const each = Array.isArray(values) ? (values as readonly AttributeValue[]) : [values as AttributeValue];
  return [...new Set(each.flatMap((value) => attributeOf(key, value) ?? []))];
}
