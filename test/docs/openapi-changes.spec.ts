import { readFileSync } from 'node:fs';
import { breakingChanges } from '../support/documents/breaking-changes.js';
import type { OpenApi } from '../support/documents/example-document.js';

const read = (file: string): OpenApi => JSON.parse(readFileSync(file, 'utf8')) as OpenApi;
const PUBLISHED = 'docs/openapi.published.json';
const LIST = '/api/v1/memories';

/** The published document after a change of it. */
function changed(change: (document: any) => void): OpenApi {
  const document: OpenApi = read(PUBLISHED);
  change(document);
  return document;
}

describe('docs/openapi.json', () => {
  it('breaks nothing that docs/openapi.published.json promises', () => {
    expect(breakingChanges(read(PUBLISHED), read('docs/openapi.json'))).toEqual([]);
  });
});

describe('a change of the document that breaks clients', () => {
  it.each<[string, (document: any) => void, string]>([
    ['an operation goes', ({ paths }) => delete paths[LIST].post, 'POST /api/v1/memories is gone'],
    [
      'a method of clients is renamed',
      ({ paths }) => (paths[LIST].get.operationId = 'memories.all'),
      'GET /api/v1/memories: has the operationId memories.all and had memories.list',
    ],
    [
      'another scope is needed',
      ({ paths }) => (paths[LIST].get['x-required-scope'] = 'write:memories'),
      'GET /api/v1/memories: has the x-required-scope write:memories and had read:memories',
    ],
    [
      'a parameter goes',
      ({ paths }) => paths[LIST].get.parameters.splice(1, 1),
      'GET /api/v1/memories: the parameter type is gone',
    ],
    [
      'a parameter is needed',
      ({ paths }) => (paths[LIST].get.parameters[1].required = true),
      'GET /api/v1/memories: type is required now',
    ],
    ['a field of a response goes', ({ components }) => delete components.schemas.Job.properties.kind, 'kind is gone'],
    [
      'a field of a response may be missing',
      ({ components }) => (components.schemas.Job.required = ['id']),
      'matched may be missing now',
    ],
    ['a value goes', ({ components }) => components.schemas.MemoryType.enum.pop(), 'has no value decision any more'],
    [
      'a field of a request goes',
      ({ components }) => delete components.schemas.CreateMemory.properties.tags,
      'tags is gone',
    ],
    [
      'a field of a request is needed',
      ({ components }) => components.schemas.CreateMemory.required.push('importance'),
      'importance is required now',
    ],
    [
      'a bound is narrower',
      ({ components }) => (components.schemas.CreateMemory.properties.content.maxLength = 9_999),
      'body.content has the maxLength 9999 and had 10000',
    ],
    [
      'a bound is new',
      ({ components }) => (components.schemas.CreateMemory.properties.metadata.maxProperties = 5),
      'body.metadata has the maxProperties 5 and had undefined',
    ],
    [
      'a form is new',
      ({ components }) => (components.schemas.CreateMemory.properties.externalId.pattern = '^x'),
      'body.externalId has the pattern ^x and had ^',
    ],
    [
      'fields exclude each other now',
      ({ components }) => (components.schemas.SearchMemories.not = { required: ['limit', 'tags'] }),
      'body has the not {"required":["limit","tags"]} and had undefined',
    ],
    [
      'a type is another',
      ({ components }) => (components.schemas.Memory.properties.importance.type = 'string'),
      'importance is string and was number',
    ],
    [
      'a field may be null',
      ({ components }) => (components.schemas.Memory.properties.content.type = ['string', 'null']),
      'content is string,null and was string',
    ],
    [
      'a default is another',
      ({ components }) => (components.schemas.SearchMemories.properties.limit.default = 10),
      'body.limit has the default 10 and had 20',
    ],
    ['a status goes', ({ paths }) => delete paths[LIST].post.responses['201'], 'the status 201 is gone'],
    [
      'a header goes',
      ({ paths }) => delete paths[LIST].post.responses['201'].headers.ETag,
      '201 has no header ETag any more',
    ],
    ['an event goes', ({ webhooks }) => delete webhooks['memory.created'], 'the event memory.created is gone'],
    [
      'a field of an event goes',
      ({ components }) => delete components.schemas.MemoryEventData.properties.content,
      'event memory.created.data.content is gone',
    ],
  ])('is found: %s', (_, change, fault) => {
    const faults = breakingChanges(read(PUBLISHED), changed(change));
    expect(faults).toContainEqual(expect.stringContaining(fault));
  });

  it.each<[string, (document: any) => void]>([
    ['a field of a response is new', ({ components }) => (components.schemas.Job.properties.more = { type: 'string' })],
    [
      'a field of a request is new',
      ({ components }) => (components.schemas.CreateMemory.properties.more = { type: 'string' }),
    ],
    ['a value is new', ({ components }) => components.schemas.MemoryType.enum.push('dream')],
    ['a bound is wider', ({ components }) => (components.schemas.CreateMemory.properties.content.maxLength = 20_000)],
    ['an operation is new', ({ paths }) => (paths['/api/v1/dreams'] = paths[LIST])],
    ['words are others', ({ components }) => (components.schemas.Job.properties.id.description = 'Which')],
  ])('is not: %s', (_, change) => {
    expect(breakingChanges(read(PUBLISHED), changed(change))).toEqual([]);
  });
});
