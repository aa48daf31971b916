import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { sharedServer } from '../../support/service/api.js';
import { undescribed, wrongExamples } from '../../support/documents/document-faults.js';
import { ExampleDocument, type Operation } from '../../support/documents/example-document.js';
import type { JsonSchema } from '../../support/documents/example-schema.js';
import { routeTable } from '../../support/service/route-table.js';

const OWN_PAGES = /^\/(console|docs|openapi\.(json|yaml)|metrics|mcp|\.well-known)(\/|\*|$)/;
/** `memories.history.list`: what a client calls. */
const OPERATION_ID = /^[a-z][A-Za-z]*(\.[a-z][A-Za-z]*)+$/;

describe('the OpenAPI document', () => {
  let document: ExampleDocument;
  beforeAll(async () => {
    document = await ExampleDocument.of(sharedServer().url);
  });

  it('is valid OpenAPI 3.1', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'mneme-openapi-'));
    const file = join(folder, 'openapi.json');
    await writeFile(file, JSON.stringify(document.raw));
    // The validator is an ES module, which a test cannot load.
    const { stdout } = await promisify(execFile)('npm', ['run', '--silent', 'openapi:validate', '--', file]);
    await rm(folder, { recursive: true });
    expect(JSON.parse(stdout)).toEqual({ valid: true });
    expect(document.raw.openapi).toMatch(/^3\.1\.\d$/);
    expect(document.raw.info).toMatchObject({ title: 'Mneme', version: '1.0.0' });
    expect(document.raw.servers).toEqual([expect.objectContaining({ url: '/' })]);
  });

  it('is whole: paths name their parameters, references lead somewhere, a success has one status', () => {
    for (const { name, path, parameters, responses } of document.operations) {
      const inPath = parameters.filter((each) => each.in === 'path').map((each) => `{${each.name}}`);
      expect({ name, inPath }).toEqual({ name, inPath: path.match(/\{\w+\}/g) ?? [] });
      const good = Object.keys(responses).filter((status) => status.startsWith('2'));
      // Of two that begin with 2 one is for what is new, or for what goes on after the answer.
      expect({ name, good: good.length === 1 || /^200,20[12]$/.test(good.join(',')) }).toEqual({ name, good: true });
    }
    const references = JSON.stringify(document.raw).match(/#\/components\/schemas\/\w+/g) ?? [];
    for (const $ref of references) expect(document.check.resolve({ $ref })).toBeDefined();
  });

  it('has every route of the service, and no other', () => {
    const routes = routeTable()
      .filter(({ method, path }) => method !== 'HEAD' && !OWN_PAGES.test(path))
      .map(({ method, path }) => `${method} ${path.replace(/:(\w+)/g, '{$1}')}`);
    expect(document.operations.map(({ name }) => name).sort()).toEqual([...new Set(routes)].sort());
  });

  it('gives each route a name of its own, as a client calls it', () => {
    const ids = document.operations.map(({ operationId }) => operationId);
    expect(ids.filter((id) => !OPERATION_ID.test(id))).toEqual([]);
    expect(ids.filter((id, at) => ids.indexOf(id) !== at)).toEqual([]);
    const events = Object.values(document.raw.webhooks).map(({ post }) => post.operationId);
    expect(ids.filter((id) => events.includes(id))).toEqual([]);
  });

  it('names schemas without the suffix of classes, and groups operations by described tags, memories first', () => {
    expect(Object.keys(document.raw.components.schemas).filter((name) => name.endsWith('Dto'))).toEqual([]);
    const { tags } = document.raw;
    expect(tags[0]).toMatchObject({ name: 'Memories' });
    expect(tags.filter(({ description }) => description.length < 20)).toEqual([]);
    const known = tags.map(({ name }) => name);
    expect(document.operations.filter((each) => !known.includes(each.tags[0] ?? ''))).toEqual([]);
  });

  it('has named enums, referred to wherever they are used', () => {
    const { schemas } = document.raw.components;
    for (const name of ['MemoryType', 'Scope', 'EventName', 'ErrorCode']) {
      expect(schemas[name]?.enum?.length).toBeGreaterThan(5);
    }
    const type = { $ref: '#/components/schemas/MemoryType' };
    for (const name of ['Memory', 'MemoryItem', 'CreateMemory', 'SearchMemories', 'MemoryEventData']) {
      expect({ name, type: schemas[name]?.properties?.['type'] }).toEqual({
        name,
        type: expect.objectContaining(type),
      });
    }
    const list = document.operations.find(({ operationId }) => operationId === 'memories.list');
    expect(list?.parameters.find(({ name }) => name === 'type')?.schema).toMatchObject(type);
    expect(schemas['CreateApiKey']?.properties?.['scopes']?.items).toEqual({ $ref: '#/components/schemas/Scope' });
    expect(schemas['CreateWebhook']?.properties?.['events']?.items).toEqual({ $ref: '#/components/schemas/EventName' });
  });

  it('describes each operation, parameter, body and field, with an example', () => {
    expect(undescribed(document)).toEqual([]);
  });

  it('shows examples that its own schemas allow', () => {
    expect(wrongExamples(document)).toEqual([]);
    const plainKey = document.raw.components.schemas['CreatedApiKey']?.properties?.['plainKey']?.example;
    expect(plainKey).toMatch(/^mneme_(dev|live)_[0-9A-Za-z]{46}$/);
  });

  it('says of each object of a body that it has no other fields', () => {
    const open = (schema: JsonSchema): boolean => {
      const { properties, additionalProperties, items } = document.check.resolve(schema);
      const below = [...Object.values(properties ?? {}), ...(items === undefined ? [] : [items])];
      return (properties !== undefined && additionalProperties !== false) || below.some(open);
    };
    const bodies = document.operations.map(({ name, requestBody }) => [name, requestBody?.content['application/json']]);
    const loose = (bodies as [string, { schema: JsonSchema } | undefined][]).filter(
      ([, media]) => media !== undefined && open(media.schema),
    );
    expect(loose.map(([name]) => name)).toEqual([]);
  });

  it('bounds each text of a request by length, form or choice', () => {
    const loose = (at: string, schema: JsonSchema): string[] => {
      const {
        type,
        enum: values,
        pattern,
        maxLength,
        properties = {},
        items,
        oneOf = [],
      } = document.check.resolve(schema);
      const isText = type === 'string' || (Array.isArray(type) && type.includes('string'));
      return [
        ...(isText && (values ?? pattern ?? maxLength) === undefined ? [at] : []),
        ...Object.entries(properties).flatMap(([name, each]) => loose(`${at}.${name}`, each)),
        ...(items === undefined ? [] : loose(`${at}[]`, items)),
        ...oneOf.flatMap((each) => loose(at, each)),
      ];
    };
    const found = document.operations.flatMap(({ name, parameters, requestBody }) => [
      ...parameters.flatMap((each) => loose(`${name} ${each.name}`, each.schema)),
      ...loose(name, requestBody?.content['application/json']?.schema ?? {}),
    ]);
    // Ids of another form are those of no memory.
    expect(found).toEqual(['POST /api/v1/memories/delete.filter.ids[]']);
  });

  it('shows an example of each code of each failure', () => {
    const missing = document.operations.flatMap(({ name, responses }) =>
      Object.entries(responses).flatMap(([status, { description, content }]) => {
        if (status.startsWith('2')) return [];
        const examples = Object.keys(content['application/json']?.examples ?? {});
        return description
          .split(', ')
          .filter((code) => !examples.includes(code))
          .map((code) => `${name}: ${code}`);
      }),
    );
    expect(missing).toEqual([]);
  });

  it('names the credentials of each operation with its scope, and of public ones none', () => {
    const expected = ({ 'x-required-scope': scope }: Operation): unknown => {
      if ((scope as string | undefined) === undefined) return [];
      const scopes = scope === '*' ? [] : [scope];
      return [{ apiKey: scopes }, { token: scopes }];
    };
    for (const operation of document.operations) {
      const { name, security } = operation;
      expect({ name, security }).toEqual({ name, security: expected(operation) });
    }
  });
});
