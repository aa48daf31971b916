/** How the vectors of a text's tokens become the one of the text: their mean, the first one's, or the last one's. */
export type Pooling = 'mean' | 'first' | 'last';

/** What models of one family were trained with, and are wrong without. */
export interface ModelFamily {
  readonly pooling: Pooling;
  /** Put before a search query. */
  readonly queryPrefix: string;
  /** Put before a passage. */
  readonly passagePrefix: string;
}

const plain: ModelFamily = { pooling: 'mean', queryPrefix: '', passagePrefix: '' };
const instruction = 'Given a web search query, retrieve relevant passages that answer the query';
const searching = 'Represent this sentence for searching relevant passages: ';

/** By name, the narrower pattern first; as the models' cards say. */
const families: readonly (readonly [name: RegExp, family: Partial<ModelFamily>])[] = [
  [/e5-.*instruct/i, { queryPrefix: `Instruct: ${instruction}\nQuery: ` }],
  [/(^|[-_/:])e5(-|$)/i, { queryPrefix: 'query: ', passagePrefix: 'passage: ' }],
  [/bge-m3/i, { pooling: 'first' }],
  [/bge-.*-zh/i, { pooling: 'first', queryPrefix: '为这个句子生成表示以用于检索相关文章：' }],
  [/bge-/i, { pooling: 'first', queryPrefix: searching }],
  [/gte-(.*v1\.5|multilingual|modernbert)/i, { pooling: 'first' }],
  [/nomic-embed/i, { queryPrefix: 'search_query: ', passagePrefix: 'search_document: ' }],
  [/arctic-embed.*v2/i, { pooling: 'first', queryPrefix: 'query: ' }],
  [/arctic-embed/i, { pooling: 'first', queryPrefix: searching }],
  [/embedding-?gemma/i, { queryPrefix: 'task: search result | query: ', passagePrefix: 'title: none | text: ' }],
  [/mxbai-embed/i, { pooling: 'first', queryPrefix: searching }],
  [/qwen3-embedding/i, { pooling: 'last', queryPrefix: `Instruct: ${instruction}\nQuery:` }],
];

/** @param name as in EMBEDDING_MODEL; MiniLM, mpnet, gte and unknown models are plain: the mean, nothing put before */
export function modelFamily(name: string): ModelFamily {
  return { ...plain, ...families.find(([pattern]) => pattern.test(name))?.[1] };
}
