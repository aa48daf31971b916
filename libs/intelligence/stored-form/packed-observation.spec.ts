import fc from 'fast-check';
import { packObservation, type StoredObservation, unpackObservations } from './packed-observation.js';

const observation: fc.Arbitrary<StoredObservation> = fc.record(
  {
    id: fc.uuid(),
    at: fc.integer({ min: -8.64e15, max: 8.64e15 }),
    isDay: fc.boolean(),
    createdAt: fc.integer({ min: 0, max: 8.64e15 }),
    type: fc.string(),
    importance: fc.double({ min: 0, max: 1, noNaN: true, noDefaultInfinity: true }).map((value) => value + 0),
    tags: fc.array(fc.string({ unit: 'grapheme' })),
    entities: fc.array(fc.string({ unit: 'grapheme' })),
    spellings: fc.array(fc.tuple(fc.string({ unit: 'grapheme' }), fc.string({ unit: 'grapheme' }))),
    words: fc.string({ unit: 'grapheme' }),
    valence: fc.constantFrom(-1 as const, 0 as const, 1 as const),
    sketch: fc.int8Array({ minLength: 64, maxLength: 64 }),
    choice: fc.record({ chosen: fc.string(), instead: fc.string() }),
  },
  {
    requiredKeys: [
      'id',
      'at',
      'isDay',
      'createdAt',
      'type',
      'importance',
      'tags',
      'entities',
      'spellings',
      'words',
      'valence',
      'sketch',
    ],
  },
);

describe('packed observations', () => {
  it('come back as they were, however many lie one behind the other', () => {
    fc.assert(
      fc.property(fc.array(observation, { maxLength: 5 }), (observations) => {
        const bytes = Buffer.concat(observations.map(packObservation));
        expect([...unpackObservations(bytes)]).toEqual(observations);
      }),
    );
  });
});
