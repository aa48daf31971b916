import type { VectorFilter } from '../../vector-index/vector-query.js';
import { attributeHash } from '../../vector-index/packed-point.js';
import type { StoredMemory } from './point-chunk.js';

/** The filter of a query, made ready once: every memory that fits well enough is held against it. */
export class PointFilter {
  private readonly now = Date.now();
  private readonly type: string | undefined;
  private readonly tags: readonly string[];
  private readonly anyTag: boolean;
  private readonly groups: readonly (readonly number[])[];
  private readonly created: Bounds;
  private readonly occurred: Bounds;
  /** Nothing is asked for but that a memory has not expired. */
  private readonly open: boolean;

  constructor(filter: VectorFilter) {
    this.type = filter.type;
    this.tags = filter.tags ?? [];
    this.anyTag = filter.tagsMode === 'any';
    this.groups = (filter.attributes ?? []).map((group) =>
      group.map((attribute) => attributeHash(Buffer.from(attribute))),
    );
    this.created = boundsOf(filter.createdFrom, filter.createdTo);
    this.occurred = boundsOf(filter.occurredFrom, filter.occurredTo);
    const dated = [this.created, this.occurred].some(({ from, to }) => from > -Infinity || to < Infinity);
    this.open = this.type === undefined && !dated && this.tags.length === 0 && this.groups.length === 0;
  }

  passes(memory: StoredMemory): boolean {
    if (memory.expiresAt <= this.now) return false;
    return this.open || (this.suits(memory) && this.hasTags(memory.tags) && this.hasAttributes(memory));
  }

  /** By what is compared fastest. An event time that is not known is NaN, and neither before nor after anything. */
  private suits({ type, createdAt, occurredAt }: StoredMemory): boolean {
    const { created, occurred } = this;
    if (this.type !== undefined && type !== this.type) return false;
    return !(
      createdAt < created.from ||
      createdAt > created.to ||
      occurredAt < occurred.from ||
      occurredAt > occurred.to
    );
  }

  private hasTags(tags: readonly string[]): boolean {
    if (this.tags.length === 0) return true;
    const has = (tag: string): boolean => tags.includes(tag);
    return this.anyTag ? this.tags.some(has) : this.tags.every(has);
  }

  /** Where the event time is not known, the attributes are not known either. */
  private hasAttributes({ chunk, row, occurredAt }: StoredMemory): boolean {
    for (const group of this.groups) if (!chunk.hasAny(row, group)) return Number.isNaN(occurredAt);
    return true;
  }
}

interface Bounds {
  readonly from: number;
  readonly to: number;
}

function boundsOf(from: Date | undefined, to: Date | undefined): Bounds {
  return { from: from?.getTime() ?? -Infinity, to: to?.getTime() ?? Infinity };
}
