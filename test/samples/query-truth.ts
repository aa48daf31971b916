import { analyze } from '../../libs/retrieval/lexical/analyzer.js';
import { sampleFile, type SampleMemory } from './sample-tenant.js';

export interface SampleQuery {
  readonly id: string;
  readonly query: string;
  readonly group: 'paraphrase' | 'filter' | 'plain' | 'no-answer';
  readonly filter?: {
    readonly type?: string;
    readonly tags?: readonly string[];
    readonly createdFrom?: string;
    readonly createdTo?: string;
  };
  readonly relevant: readonly { readonly externalId: string; readonly grade: 1 | 2 }[];
}

export function queryTruth(): SampleQuery[] {
  return JSON.parse(sampleFile('truth/queries.json')) as SampleQuery[];
}

/** As GET /memories/search understands it: all tags, both dates inclusive. */
export function satisfies({ type, tags, createdAt }: SampleMemory, filter: SampleQuery['filter'] = {}): boolean {
  const at = Date.parse(createdAt);
  return (
    (filter.type === undefined || type === filter.type) &&
    (filter.tags ?? []).every((tag) => tags.includes(tag)) &&
    (filter.createdFrom === undefined || at >= Date.parse(filter.createdFrom)) &&
    (filter.createdTo === undefined || at <= Date.parse(filter.createdTo))
  );
}

/** Content words of a question that a text has as well, as the service's own index sees words. */
export function sharedWords(query: string, text: string): string[] {
  const words = new Set(analyze(text));
  return [...new Set(analyze(query))].filter((word) => words.has(word));
}
