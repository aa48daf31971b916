import { sharedServer } from '../../support/service/api.js';
import { ExampleDocument } from '../../support/documents/example-document.js';
import type { JsonSchema } from '../../support/documents/example-schema.js';

/** Schemas that a client generated from the OpenAPI document goes by where it sends a date, or is sent its own again. */
function datesOf(document: ExampleDocument): JsonSchema[] {
  const { schemas } = document.raw.components;
  const field = (schema: JsonSchema | undefined, name: string): JsonSchema =>
    document.check.resolve(schema ?? {}).properties?.[name] ?? {};
  return [
    ...[schemas['DecisionChainRequest'], schemas['DecisionChains']]
      .map((dto) => field(dto, 'timeRange'))
      .flatMap((range) => [field(range, 'from'), field(range, 'to')]),
    field(schemas['DecisionChainRequest'], 'asOf'),
    field(schemas['ImplicitPatternsRequest'], 'asOf'),
    ...['createdFrom', 'createdTo'].map((name) => field(schemas['SearchMemories'], name)),
    ...['createdAt', 'updatedAt'].map((name) => field(schemas['MemoryRecord'], name)),
    ...document.operations
      .flatMap(({ parameters }) => parameters)
      .filter(({ name }) => name.startsWith('created'))
      .map(({ schema }) => schema),
  ];
}

describe('the OpenAPI document on dates', () => {
  let document: ExampleDocument;
  let dates: JsonSchema[];
  beforeAll(async () => {
    document = await ExampleDocument.of(sharedServer().url);
    dates = datesOf(document);
    expect(dates).toHaveLength(16);
  });

  it.each([
    ['2026-03-01', true],
    ['2026-03-01T09:30Z', true],
    ['2026-02-28T24:00:00+02:00', true],
    ['2026-03-01T09:30:00.123456789-11:00', true],
    ['2026-03-01T09:30', false],
    ['01.03.2026', false],
    ['yesterday', false],
  ])('says of %s, as the service does, whether it is one: %s', (value, isDate) => {
    for (const schema of dates) {
      const good = document.check.faults(value, schema).length === 0;
      expect({ schema, isDate: good }).toEqual({ schema, isDate });
    }
  });
});
