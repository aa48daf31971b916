import { withPlainSchemas } from './plain-schemas.js';

describe('a schema of the generator, as OpenAPI 3.1 can say it', () => {
  it.each([
    [
      { allOf: [{ $ref: '#/x' }], description: 'd' },
      { $ref: '#/x', description: 'd' },
    ],
    [{ allOf: [{ $ref: '#/x' }, { $ref: '#/y' }] }, { allOf: [{ $ref: '#/x' }, { $ref: '#/y' }] }],
    [
      { anyOf: [{ $ref: '#/x' }, { type: 'null' }], description: 'd' },
      { oneOf: [{ $ref: '#/x' }, { type: 'null' }], description: 'd' },
    ],
    [
      { anyOf: [{ oneOf: [{ type: 'string' }, { type: 'number' }] }, { type: 'null' }] },
      { oneOf: [{ type: 'string' }, { type: 'number' }, { type: 'null' }] },
    ],
    [{ anyOf: [{ type: 'string' }, { type: 'number' }] }, { anyOf: [{ type: 'string' }, { type: 'number' }] }],
    [{ example: { allOf: [1] } }, { example: { allOf: [1] } }],
  ])('%j becomes %j', (schema, expected) => {
    const document = { components: { schemas: { A: { properties: { example: schema } } } } };
    expect(withPlainSchemas(document).components.schemas.A.properties.example).toEqual(expected);
  });
});
