import type { Warning } from '@mneme/platform/answers';
import type { DocumentText } from './lexical/document-analysis.js';
import type { QueryWord } from './lexical/query-words.js';
import type { ModelConstants } from './embedding/embedding-model.js';
import type { QueryTerm } from './lexical/query-term.js';
import type { IndexStanding } from './vector-index/index-changes.js';
import type { IndexedMemory } from './vector-index/indexed-memory.js';
import type { VectorFilter, VectorHit } from './vector-index/vector-query.js';

/** A memory on its way into the index. */
export interface IndexDocument {
  readonly memoryId: string;
  readonly version: number;
  readonly content: string;
  readonly type: string;
  readonly tags: readonly string[];
  readonly metadata: Readonly<Record<string, unknown>>;
  readonly createdAt: Date;
  /** What of its metadata a filter can name: `userId=anna`. */
  readonly attributes: readonly string[];
  /** When what it says happened. */
  readonly occurredAt: Date;
  /** From then on no search finds it. */
  readonly expiresAt: Date | null;
  /** What `RetrievalService.prepare` has begun for it. */
  readonly prepared?: Promise<PreparedMemory> | undefined;
}

/** A document that is ready for the index of a model. */
export interface PreparedMemory {
  readonly modelId: string;
  readonly memory: IndexedMemory;
}

export interface SearchRequest {
  /** 1 to 2,000 characters in any script. */
  readonly query: string;
  /** What "yesterday" in the query is relative to; where it is missing dates are words like others. */
  readonly referenceTime?: Date | undefined;
  /** Memories wanted, at most 100. */
  readonly limit: number;
  /** In [0, 1]; `search` leaves out results below it. */
  readonly minRelevance?: number | undefined;
  /** How many memories a channel may bring at least; 50 where it is not said. */
  readonly candidates?: number | undefined;
  readonly filter?: VectorFilter | undefined;
  /** Whether the caller asks the database whether the index has changed since. */
  readonly ahead?: boolean | undefined;
}

/** What the index proposes for a request, to be ranked with or without what the records say of it. */
export interface Candidates {
  readonly request: SearchRequest;
  /** Of the query; undefined where the embedding model does not answer. */
  readonly vector: Float32Array | undefined;
  /** The constants of the model that searched. */
  readonly model: ModelConstants;
  readonly words: readonly QueryWord[];
  readonly terms: readonly QueryTerm[];
  /** Each memory once, by its best passage. */
  readonly hits: readonly VectorHit[];
  /** What the searcher should know: that only words were compared. */
  readonly warnings: readonly Warning[];
  /** Of which state of the index they are, where that has to be asked; see `RetrievalService.stillHold`. */
  readonly standing: IndexStanding | undefined;
}

/** Where a memory stands in the records: who said it, and what was said before and after it in the same session. */
export interface Surroundings {
  readonly memoryId: string;
  readonly speaker?: string | undefined;
  readonly previousId?: string | undefined;
  readonly nextId?: string | undefined;
}

/** What the surroundings add to a score; 0 where they say nothing. */
export interface Boosts {
  readonly session: number;
  readonly speaker: number;
}

/** A found memory, by its best passage (`start`, `end`: UTF-16 offsets into the content). */
export interface RetrievalHit extends VectorHit {
  /** `cosine + a·coverage^p + boosts`. */
  readonly score: number;
  readonly boosts: Boosts;
  /** Probability in [0, 1] that the memory answers the query. */
  readonly relevance: number;
}

/** What surroundings are wanted of. */
export interface AroundRequest {
  readonly modelId: string;
  /** Whose words are looked for. */
  readonly query: string;
  /** Of length 1; need not be the query's own. */
  readonly vector: Float32Array;
  /** Memories that a channel brings at most. */
  readonly each: number;
  readonly filter: VectorFilter;
}

/** A found memory and what its record says. */
export interface FoundDocument {
  readonly hit: RetrievalHit;
  readonly document: Omit<DocumentText, 'statedDay'>;
}

/** A place of the content that holds a word of the query, in Unicode code points, end exclusive. */
export interface MatchedPlace {
  /** As `Explanation.matchedTerms` has it. */
  readonly term: string;
  readonly start: number;
  readonly end: number;
}

/** A date that the query names. */
export interface ExplainedDate {
  /** As the query has it. */
  readonly text: string;
  /** First and last day, `2026-03-18`. */
  readonly from: string;
  readonly to: string;
  /** Whether the memory is of it: it happened then, or names it. */
  readonly matched: boolean;
}

/** Why a memory was found. */
export interface Explanation {
  /** A sentence in English that says what follows. */
  readonly summary: string;
  /** What memories are ordered by: `cosine + a·coverage^p + boosts`. */
  readonly score: number;
  /** Likeness of query and passage, in [-1, 1]. */
  readonly cosine: number;
  /** Weighed share of the query's words and date that the passage holds, in [0, 1]. */
  readonly coverage: number;
  /** Those words as the query has them; for a word that the tenant does not know, the one that stood in for it. */
  readonly matchedTerms: readonly string[];
  /** Where the content has them, in its order, the first 100; tags and metadata have no places. */
  readonly matches: readonly MatchedPlace[];
  readonly dates: readonly ExplainedDate[];
  /** Words that stood in for others. */
  readonly corrections: readonly { readonly from: string; readonly to: string }[];
  readonly boosts: Boosts;
  /** What of the content was compared, in Unicode code points, end exclusive; null where it was the whole. */
  readonly passage: { readonly start: number; readonly end: number } | null;
}
