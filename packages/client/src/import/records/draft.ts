import type { MemoryType } from '../../generated/types.gen.js';
import type { Metadata } from './record-metadata.js';

/** A memory as a dump has it: nothing is within the bounds of the service yet. */
export interface Draft {
  /** Unique in the dump, and the same in the next one. Undefined: made of `nameBy`, and of whose memory it is. */
  readonly id?: string | undefined;
  /** The id is a name: the dump of another user can have it too. */
  readonly idOfUser?: true;
  /** What makes a memory without an id another one. Default: its content and its time. */
  readonly nameBy?: readonly unknown[] | undefined;
  readonly content: string;
  readonly type: MemoryType;
  readonly importance?: number | undefined;
  readonly tags?: readonly unknown[] | undefined;
  /** What Mneme gives a meaning to: `userId`, `sessionId`, `speaker`, …, and times (`occurredAt`, `occurredUntil`, `invalidAt`) in any form. */
  readonly metadata?: Metadata | undefined;
  /** What the user of the other system kept with it. */
  readonly foreign?: Metadata | undefined;
  /** Ids of the memories of the dump that led to this one. */
  readonly causedBy?: readonly string[] | undefined;
  readonly createdAt?: unknown;
  readonly updatedAt?: unknown;
  readonly expiresAt?: unknown;
}
