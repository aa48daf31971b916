import type { Memory, MemoryFilter, UpdateMemory } from '@mneme/client';
import { mneme } from '../session/session.js';

/** A memory and the version that it was read in, which a change names in If-Match. */
export interface Versioned {
  readonly memory: Memory;
  readonly etag: string | undefined;
}

export type Changes = Omit<UpdateMemory, 'tenantId'>;

/** As many as one request deletes: small enough for its progress to be seen. */
const DELETED_AT_ONCE = 100;

export async function readMemory(id: string, signal?: AbortSignal): Promise<Versioned> {
  const { data, response } = await mneme().memories.get(id, {}, { signal }).withResponse();
  return { memory: data, etag: response.etag };
}

/** @throws ConflictError if it has changed since it was read */
export async function changeMemory({ memory, etag }: Versioned, changes: Changes): Promise<Versioned> {
  const { data, response } = await mneme().memories.update(memory.id, changes, { ifMatch: etag }).withResponse();
  return { memory: data, etag: response.etag };
}

/** @throws ConflictError if it has changed since it was read */
export async function deleteMemory({ memory, etag }: Versioned): Promise<void> {
  await mneme().memories.delete(memory.id, { ifMatch: etag });
}

/** Stores a deleted memory again, under its external id where it has one. @returns it, with an id of its own */
export async function restoreMemory(memory: Memory): Promise<Memory> {
  const { content, type, importance, tags, metadata, createdAt, expiresAt, externalId } = memory;
  const fields = {
    content,
    type,
    importance,
    tags,
    metadata,
    createdAt,
    ...(expiresAt !== undefined && { expiresAt }),
  };
  const { memories } = mneme();
  return externalId === undefined ? memories.create(fields) : memories.byExternalId.upsert(externalId, fields);
}

type Progress = (deleted: readonly string[]) => void;

/** Deletes memories in requests of 100. @param onProgress which are gone, after each request @param signal stops after one */
export async function deleteMemories(ids: readonly string[], onProgress: Progress, signal: AbortSignal): Promise<void> {
  for (let start = 0; start < ids.length && !signal.aborted; start += DELETED_AT_ONCE) {
    const some = ids.slice(start, start + DELETED_AT_ONCE);
    await mneme().memories.deleteMany({ filter: { ids: some } });
    onProgress(some);
  }
}

/** The same for all that a filter means, the newest first: what is stored meanwhile stays. */
export async function deleteMatching(filter: MemoryFilter, onProgress: Progress, signal: AbortSignal): Promise<void> {
  const matching = mneme().memories.list({ ...filter, sort: 'createdAt', order: 'desc', limit: DELETED_AT_ONCE });
  for await (const { memories } of matching.pages()) {
    const ids = memories.map(({ id }) => id);
    await deleteMemories(ids, onProgress, signal);
    if (signal.aborted) return;
  }
}
