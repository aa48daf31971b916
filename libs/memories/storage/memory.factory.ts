import { statedMoment } from '@mneme/platform/clock';
import { currentAuthor } from '@mneme/platform/context';
import { newUuid, type TenantId } from '@mneme/platform/ids';
import { Memory } from './memory.entity.js';
import type { MemoryType } from './memory-types.js';
import { distinctTags } from './tags.js';

/** What a client gives for a new memory. */
export interface NewMemory {
  readonly content: string;
  readonly type: MemoryType;
  readonly importance?: number | undefined;
  readonly tags?: readonly string[] | undefined;
  readonly metadata?: Readonly<Record<string, unknown>> | undefined;
  readonly externalId?: string | undefined;
  readonly createdAt?: Date | undefined;
  readonly updatedAt?: Date | undefined;
  /** Null: never, whatever the tenant's default is. */
  readonly expiresAt?: Date | null | undefined;
}

/** What a client gives to change one; a field that is left out stays, tags and metadata replace the old value. */
export interface MemoryPatch {
  readonly content?: string | undefined;
  readonly importance?: number | undefined;
  readonly tags?: readonly string[] | undefined;
  readonly metadata?: Readonly<Record<string, unknown>> | undefined;
  /** Null: never. */
  readonly expiresAt?: Date | null | undefined;
}

const DEFAULT_IMPORTANCE = 0.5;
/** What is said to have changed last then cannot change later. */
const END_OF_TIME = Date.parse('9999-12-31T23:59:59.999Z');

export function newMemory(tenant: TenantId, input: NewMemory): Memory {
  const createdAt = input.createdAt ?? new Date();
  const metadata = input.metadata ?? {};
  const memory = Object.assign(new Memory(), {
    tenantId: tenant,
    id: newUuid(),
    content: input.content,
    type: input.type,
    importance: input.importance ?? DEFAULT_IMPORTANCE,
    tags: distinctTags(input.tags ?? []),
    metadata,
    externalId: input.externalId ?? null,
    bytes: 0,
    version: 1,
    createdAt,
    updatedAt: input.updatedAt ?? createdAt,
    occurredAt: occurredAtOf(metadata),
    expiresAt: input.expiresAt ?? null,
    writtenBy: currentAuthor() ?? null,
  });
  memory.bytes = bytesOf(memory);
  return memory;
}

/** The memory after the patch, one version on, and always later than before; the memory itself where the patch changes nothing. */
export function patched(memory: Memory, patch: MemoryPatch): Memory {
  const fields = {
    content: patch.content ?? memory.content,
    importance: patch.importance ?? memory.importance,
    tags: patch.tags === undefined ? memory.tags : distinctTags(patch.tags),
    metadata: patch.metadata ?? memory.metadata,
    expiresAt: patch.expiresAt === undefined ? memory.expiresAt : patch.expiresAt,
  };
  if (Object.entries(fields).every(([name, value]) => isSame(value, memory[name as keyof Memory]))) return memory;
  const next = Object.assign(new Memory(), memory, fields, {
    occurredAt: occurredAtOf(fields.metadata),
    writtenBy: currentAuthor() ?? null,
    version: memory.version + 1,
    updatedAt: new Date(Math.min(END_OF_TIME, Math.max(Date.now(), memory.updatedAt.getTime() + 1))),
  });
  next.bytes = bytesOf(next);
  return next;
}

/** The memory as `given`, which has its external id: in all that a change can change, with its own id, time and history. */
export function replacedBy(memory: Memory, { content, importance, tags, metadata, expiresAt }: Memory): Memory {
  return patched(memory, { content, importance, tags, metadata, expiresAt });
}

/** When what it says happened, where its metadata states that. */
function occurredAtOf({ occurredAt }: Readonly<Record<string, unknown>>): Date | null {
  const moment = statedMoment(occurredAt);
  return moment === undefined ? null : new Date(moment.at);
}

/** As clients see it: keys in another order are another text, and -0 is 0. */
function isSame(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}

/** What they take of a storage quota. */
export function totalBytes(memories: readonly Pick<Memory, 'bytes'>[]): number {
  return memories.reduce((sum, { bytes }) => sum + bytes, 0);
}

/** UTF-8 bytes of content, tags and metadata JSON. */
function bytesOf(memory: Memory): number {
  const tags = memory.tags.reduce((sum, tag) => sum + Buffer.byteLength(tag), 0);
  return Buffer.byteLength(memory.content) + tags + Buffer.byteLength(JSON.stringify(memory.metadata));
}
