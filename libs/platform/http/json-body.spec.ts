import fc from 'fast-check';
import { DomainError } from '../errors/domain-error.js';
import { parseJsonBody } from './json-body.js';
import { jsonDepth } from './json-depth.js';

const faultOf = (text: string): { message: string; field?: string } | undefined => {
  try {
    parseJsonBody(Buffer.from(text));
    return undefined;
  } catch (error) {
    return error instanceof DomainError ? error.faults[0] : { message: String(error) };
  }
};

describe('parseJsonBody', () => {
  it('takes what JSON takes, and nothing for an empty body', () => {
    expect(parseJsonBody(Buffer.from('{"a":[1,"x",null]}'))).toEqual({ a: [1, 'x', null] });
    expect(parseJsonBody(Buffer.from(' \n'))).toBeUndefined();
  });

  it('says where a text stops being JSON', () => {
    expect(faultOf('{"a":')?.message).toMatch(/^the body is not valid JSON: /);
  });

  it.each([
    '{"m":{"__proto__":{}}}',
    '{"m":[{"a":{"__proto__":1}}]}',
    '{"m":{"\\u005f_proto__":1}}',
    '{"m":{"__\\u0070\\u0072\\u006f\\u0074\\u006F_\\u005F" :1}}',
  ])('refuses %s and names the field', (text) => {
    expect(faultOf(text)).toEqual({ message: 'm must not have a key __proto__', field: 'm' });
  });

  it.each(['{"__proto__":{}}', '[{"__proto__":{}}]'])('refuses __proto__ of the body itself: %s', (text) => {
    expect(faultOf(text)).toEqual({ message: 'the body must not have a key __proto__' });
  });

  it('takes a text that merely speaks of __proto__', () => {
    expect(parseJsonBody(Buffer.from('{"a":"\\"__proto__\\":1"}'))).toEqual({ a: '"__proto__":1' });
    expect(parseJsonBody(Buffer.from('{"\\"__proto__":[{}]}'))).toEqual({ '"__proto__': [{}] });
  });

  it('refuses nesting that would exhaust whoever walks it', () => {
    const nested = (levels: number): string => `{"m":${'['.repeat(levels - 1)}${']'.repeat(levels - 1)}}`;
    const message = 'the body must not be nested more than 64 levels deep';
    for (const levels of [65, 100_000]) expect(faultOf(nested(levels))).toEqual({ message });
    expect(faultOf(nested(64))).toBeUndefined();
  });

  it.each([
    ['numbers', `{"a":[${'0,'.repeat(500_000)}0]}`],
    ['numbers beside a key that looks forbidden', `{"\\"__proto__":1,"a":[${'0,'.repeat(500_000)}0]}`],
  ])('costs little more than JSON.parse for a list of %s', (_, text) => {
    const body = Buffer.from(text);
    const parsed = best(() => JSON.parse(text));
    expect(best(() => parseJsonBody(body))).toBeLessThan(5 * parsed + 20);
  });
});

/** In milliseconds. */
function best(work: () => unknown): number {
  const times = Array.from({ length: 7 }, () => {
    const began = performance.now();
    work();
    return performance.now() - began;
  });
  return Math.min(...times);
}

describe('jsonDepth', () => {
  const text = fc.oneof(fc.string({ unit: 'binary' }), fc.constantFrom('[', '{"', '"', '\\', '\\"[', ']}\\\\"'));
  const { value } = fc.letrec<{ value: unknown }>((tie) => ({
    value: fc.oneof(
      { depthSize: 'medium' },
      text,
      fc.constantFrom(0, -1.5e300, true, null),
      fc.array(tie('value'), { maxLength: 4 }),
      fc.dictionary(text, tie('value'), { maxKeys: 4 }),
    ),
  }));
  const depthOf = (each: unknown): number =>
    typeof each === 'object' && each !== null ? 1 + Math.max(0, ...Object.values(each).map(depthOf)) : 0;

  it('is the depth of the value', () => {
    fc.assert(
      fc.property(value, fc.constantFrom(undefined, 1, '\t'), (each, space) => {
        expect(jsonDepth(JSON.stringify(each, null, space))).toBe(depthOf(each));
      }),
      { numRuns: 1_000 },
    );
  });

  it.each(['', ']]]', '"', '"\\', '[[', '"[[', '{"a":"\\"[[[['])('ends with every text, also %j', (broken) => {
    expect(jsonDepth(broken)).toBeLessThanOrEqual(2);
  });
});
