import { eventType, type EventContent, type EventType } from '@mneme/platform/events';
import { formatId } from '@mneme/platform/ids';
import { DeletedMemoryEventDataDto, MemoryEventDataDto, SearchEventDataDto } from '../dto/memory-events.dto.js';
import type { Memory } from './memory.entity.js';

/** A memory that is gone; `version` is the one after its last. */
export interface Deletion {
  readonly tenantId: string;
  readonly id: string;
  readonly version: number;
  readonly deletedAt: Date;
  /** Where no request named it: its time was over. */
  readonly reason?: 'expired';
}

/** A search that was answered. */
interface Search {
  readonly tenantId: string;
  readonly query: string;
  readonly resultCount: number;
  /** Milliseconds. */
  readonly latency: number;
}

export const MemoryCreated: EventType<Memory> = eventType('memory.created', contentOf, {
  description: 'A memory was created.',
  data: MemoryEventDataDto,
});

/** One event for each change that a patch makes; a patch that names no field makes none. */
export const MemoryUpdated: EventType<Memory> = eventType('memory.updated', contentOf, {
  description: 'A memory was changed.',
  data: MemoryEventDataDto,
});

/** Nothing of what it said. */
export const MemoryDeleted: EventType<Deletion> = eventType(
  'memory.deleted',
  (deletion) => {
    const { tenantId, version, deletedAt, reason } = deletion;
    const id = formatId('mem', deletion.id);
    const why = reason === undefined ? {} : { reason };
    return { resourceId: id, sequence: version, data: { id, tenantId, deletedAt, ...why } };
  },
  { description: 'A memory was deleted, or it expired.', data: DeletedMemoryEventDataDto },
);

/** Changes nothing, so it is noted and not written with anything: it may be lost in a crash. */
export const SearchPerformed: EventType<Search> = eventType(
  'search.performed',
  (search) => {
    return { resourceId: null, sequence: 1, data: { ...search } };
  },
  {
    description: 'A search was answered. This event is best effort: it can be lost in a crash.',
    data: SearchEventDataDto,
  },
);

export const memoryEvents: readonly EventType[] = [MemoryCreated, MemoryUpdated, MemoryDeleted, SearchPerformed];

function contentOf(memory: Memory): EventContent {
  const { content, type, tenantId, importance, tags, createdAt, updatedAt, version } = memory;
  const id = formatId('mem', memory.id);
  const data = { id, content, type, tenantId, importance, tags, createdAt, updatedAt };
  return { resourceId: id, sequence: version, data };
}
