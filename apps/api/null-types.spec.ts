import { withNullTypes } from './null-types.js';

describe('a field that may be null, in OpenAPI 3.1', () => {
  it.each([
    [
      { type: 'string', format: 'date-time', nullable: true },
      { type: ['string', 'null'], format: 'date-time' },
    ],
    [
      { type: 'string', enum: ['a'], nullable: true },
      { type: ['string', 'null'], enum: ['a', null] },
    ],
    [
      { allOf: [{ $ref: '#/x' }], nullable: true, description: 'd' },
      { description: 'd', oneOf: [{ $ref: '#/x' }, { type: 'null' }] },
    ],
    [{ type: 'string', nullable: false }, { type: 'string' }],
    [{ example: { nullable: true } }, { example: { nullable: true } }],
  ])('%j becomes %j', (schema, expected) => {
    const document = { components: { schemas: { A: { properties: { nullable: schema } } } } };
    expect(withNullTypes(document).components.schemas.A.properties.nullable).toEqual(expected);
  });
});
