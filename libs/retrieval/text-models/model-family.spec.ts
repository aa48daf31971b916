import { modelFamily } from './model-family.js';

const plain = { pooling: 'mean', queryPrefix: '', passagePrefix: '' };

describe('modelFamily', () => {
  it.each([
    ['Xenova/multilingual-e5-small', { ...plain, queryPrefix: 'query: ', passagePrefix: 'passage: ' }],
    ['openai:e5-large-v2', { ...plain, queryPrefix: 'query: ', passagePrefix: 'passage: ' }],
    ['/models/bge-m3', { ...plain, pooling: 'first' }],
    ['openai:nomic-embed-text', { ...plain, queryPrefix: 'search_query: ', passagePrefix: 'search_document: ' }],
    ['Snowflake/snowflake-arctic-embed-l-v2.0', { ...plain, pooling: 'first', queryPrefix: 'query: ' }],
    ['Alibaba-NLP/gte-base-en-v1.5', { ...plain, pooling: 'first' }],
  ])('knows what %s wants', (name, family) => {
    expect(modelFamily(name)).toEqual(family);
  });

  it.each(['builtin', 'Xenova/all-MiniLM-L6-v2', 'thenlper/gte-small', 'Xenova/all-mpnet-base-v2', 'e50-of-nobody'])(
    'puts nothing before a text of %s',
    (name) => {
      expect(modelFamily(name)).toEqual(plain);
    },
  );

  it.each(['BAAI/bge-small-en-v1.5', 'mixedbread-ai/mxbai-embed-large-v1', 'Snowflake/snowflake-arctic-embed-m'])(
    'says to %s what a query is for',
    (name) => {
      expect(modelFamily(name)).toMatchObject({ pooling: 'first', queryPrefix: expect.stringMatching(/passages: $/) });
    },
  );
});
