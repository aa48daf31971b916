import type { Draft } from '../records/draft.js';
import { momentOf } from '../records/moments.js';
import type { Metadata } from '../records/record-metadata.js';

/** Of a fact that holds no more: it is history, not news. */
const IMPORTANCE_OF_THE_PAST = 0.2;

/** A fact that is true from one moment to another. */
export interface PassingFact {
  readonly id: string | undefined;
  readonly fact: string;
  readonly metadata: Metadata;
  readonly foreign: Metadata;
  readonly validFrom: unknown;
  /** Undefined or null where it still holds. */
  readonly validTo: unknown;
  readonly createdAt: unknown;
}

/**
 * A fact that holds no more says so in its content, since most readers of a memory see nothing else of it, and by the tag
 * `invalidated`.
 */
export function factOf({ id, fact, metadata, foreign, validFrom, validTo, createdAt }: PassingFact): Draft {
  const invalidAt = momentOf(validTo);
  const isPast = invalidAt !== undefined && Date.parse(invalidAt) <= Date.now();
  return {
    id,
    content: isPast && fact.trim() !== '' ? `${fact} (no longer true since ${invalidAt.slice(0, 10)})` : fact,
    type: 'semantic',
    ...(isPast && { importance: IMPORTANCE_OF_THE_PAST, tags: ['invalidated'] }),
    metadata: { ...metadata, occurredAt: validFrom, invalidAt: validTo },
    foreign,
    createdAt,
  };
}
