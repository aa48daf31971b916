import { z } from 'zod';
import { attributes } from './fields.js';
import { InvalidArgumentsError } from '../text/invalid-arguments.error.js';
import { validArguments } from './arguments.js';

const schema = z.strictObject({
  query: z.string(),
  limit: z.int().min(1).max(100).optional(),
  minRelevance: z.number().optional(),
  type: z.enum(['semantic', 'event']).optional(),
  tags: z.array(z.string()).optional(),
  metadata: attributes.optional(),
});

const faults = (args: unknown): readonly string[] => {
  try {
    validArguments(schema, args);
    return [];
  } catch (error) {
    if (error instanceof InvalidArgumentsError) return error.faults;
    throw error;
  }
};

describe('arguments of a tool', () => {
  it.each<[unknown, string[]]>([
    [{ query: 'tea', limit: 5, metadata: { a: 1, b: true, c: 'x' } }, []],
    [{}, ['query must be a text']],
    [
      { query: 5, colour: 'red', 'how many': 1 },
      ['query must be a text', 'colour is no argument of this tool', 'how many is no argument of this tool'],
    ],
    [{ query: '', limit: 1.5 }, ['limit must be a whole number']],
    [{ query: '', limit: 0 }, ['limit must be at least 1']],
    [{ query: '', limit: 101 }, ['limit must be at most 100']],
    [{ query: '', minRelevance: '0.3' }, ['minRelevance must be a number']],
    [{ query: '', type: 'fact' }, ['type must be one of semantic, event']],
    [{ query: '', tags: 'tea' }, ['tags must be a list']],
    [{ query: '', tags: ['a', 5] }, ['tags[1] must be a text']],
    [{ query: '', metadata: 'x' }, ['metadata must be an object']],
    [{ query: '', metadata: { user: ['a'] } }, ['metadata.user must be a text, a number or true or false']],
    [5, ['the arguments must be an object']],
  ])('%j: %j', (args, expected) => {
    expect(faults(args)).toEqual(expected);
  });

  it('are reported up to a number', () => {
    const said = faults({ query: '', tags: Array.from({ length: 500 }, () => 5) });
    expect(said).toHaveLength(21);
    expect(said.at(-1)).toBe('and 480 more');
  });
});
