import fc from 'fast-check';
import { DomainError, type Fault } from '../errors/domain-error.js';
import { parseJsonBody } from './json-body.js';
import { jsonShape } from './json-shape.js';

const faultsOf = (text: string): readonly Fault[] => {
  try {
    parseJsonBody(Buffer.from(text));
    return [];
  } catch (error) {
    return error instanceof DomainError ? error.faults : [{ message: String(error) }];
  }
};
const faultOf = (text: string): Fault | undefined => faultsOf(text)[0];

describe('parseJsonBody', () => {
  it('takes what JSON takes, and nothing for an empty body', () => {
    expect(parseJsonBody(Buffer.from('{"a":[1,"x",null]}'))).toEqual({ a: [1, 'x', null] });
    expect(parseJsonBody(Buffer.from(' \n'))).toBeUndefined();
  });

  it('says where a text stops being JSON', () => {
    expect(faultOf('{"a":')?.message).toMatch(/^the body is not valid JSON: /);
  });

  it.each([
    ['{"m":{"__proto__":{}}}', 'm.__proto__'],
    ['{"m":[{"a":{"__proto__":1}}]}', 'm[0].a.__proto__'],
    ['{"m":{"\\u005f_proto__":1}}', 'm.__proto__'],
    ['{"m":{"__\\u0070\\u0072\\u006f\\u0074\\u006F_\\u005F" :1}}', 'm.__proto__'],
    ['{"__proto__":{}}', '__proto__'],
    ['[{"__proto__":{}}]', '[0].__proto__'],
  ])('refuses the key of %s by its path', (text, field) => {
    expect(faultOf(text)).toEqual({ message: `${field} is a reserved key`, field });
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

describe('a number in a body', () => {
  const beyond = (field: string): Fault => ({
    field,
    message: `${field} must be a text: numbers beyond 2^53 lose digits`,
  });

  it.each([
    '9007199254740992',
    '-9007199254740992',
    '10000000000000000',
    '12345678901234567000',
    '100000000000000000000000',
    '9007199254740992.5',
    '0.1000000000000000055511151231257827',
    '3.141592653589793238462643383279',
    '1.5461306683949138221e18',
    '1E+21',
    '1.7e308',
    '1e+9',
    '5e-324',
    '0e-400',
    `0.${'0'.repeat(400)}`,
    '-0',
    '-0.0',
  ])('%s is taken: what comes back is that number, or the double nearest to it', (number) => {
    expect(faultsOf(`{"m":{"a":${number}}}`)).toEqual([]);
  });

  it.each([
    '9007199254740993',
    '-9007199254740993',
    '1546130668394913822',
    '18446744073709551616',
    '1e309',
    '-1.8E+308',
    '1e400',
    '1e00400',
    '99999999999999999',
    '12345678901234567890.5',
    `1${'0'.repeat(400)}`,
    `9${'0'.repeat(400)}1`,
  ])('%s is refused, since other digits would come back', (number) => {
    expect(faultsOf(`{"m":{"a":${number}}}`)).toEqual([beyond('m.a')]);
  });

  it.each(['1e-400', '-2.4E-0324', `0.${'0'.repeat(400)}1`])('%s is refused, since 0 would come back', (number) => {
    const message = 'm.a must be a text: numbers this close to 0 lose digits';
    expect(faultsOf(`{"m":{"a":${number}}}`)).toEqual([{ field: 'm.a', message }]);
  });

  it('is refused by the path of its field, each one', () => {
    const text =
      '{"list":[{"m":{}},{"m":{"a b":[0,{"id":9007199254740993}],"\\u0062":1e-999}}],"9007199254740993":"9007199254740993"}';
    expect(faultsOf(text)).toEqual([
      beyond('list[1].m.a b[1].id'),
      { field: 'list[1].m.b', message: 'list[1].m.b must be a text: numbers this close to 0 lose digits' },
    ]);
  });

  it('is no text where the request wants a number', () => {
    const message = 'limit must not be a number beyond 2^53: such numbers lose digits';
    expect(faultsOf('{"limit":9007199254740993}')).toEqual([{ field: 'limit', message }]);
  });

  it('is refused exactly where it would come back with other digits', () => {
    const digits = fc
      .tuple(fc.integer({ min: 1, max: 9 }), fc.stringMatching(/^[0-9]{12,19}$/))
      .map((all) => all.join(''));
    fc.assert(
      fc.property(digits, (number) => {
        expect(faultsOf(`[${number}]`).length > 0).toBe(JSON.stringify(JSON.parse(number)) !== number);
      }),
      { numRuns: 2_000 },
    );
  });

  it('beyond the hundredth is refused without a word of its own', () => {
    expect(faultsOf(`{"m":[${'9007199254740993,'.repeat(1_000)}0]}`)).toHaveLength(100);
  });
});

describe('a key in a body', () => {
  const twice = (field: string): Fault => ({ field, message: `${field} is given twice` });

  it.each([
    ['{"a":1,"a":1}', 'a'],
    ['{"a":1,"b":{"c":[],"c":{}}}', 'b.c'],
    ['{"m":[{"a":1},{"a":1,"\\u0061" :2}]}', 'm[1].a'],
    ['[{"":1,"":2}]', '[0].'],
    ['{"a":"\\"a\\":1","a":2,"a":3}', 'a'],
    ['{"constructor":1,"constructor":2}', 'constructor'],
  ])('is refused where it is given twice: %s', (text, field) => {
    expect(faultsOf(text)).toEqual([twice(field)]);
  });

  it('is one in each object, and no text is one', () => {
    expect(faultsOf('{"a":{"a":{"a":["a","a",":",{"a":1},{"a":1}]}},"b":"\\"a\\":1,\\"a\\":2"}')).toEqual([]);
  });

  it('is told by the beginning of its path where that is long', () => {
    const key = 'k'.repeat(1_000);
    expect(faultsOf(`{"${key}":1,"${key}":2}`)).toEqual([twice(`${'k'.repeat(200)}…`)]);
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

describe('jsonShape', () => {
  const text = fc.oneof(fc.string({ unit: 'binary' }), fc.constantFrom('[', '{"', '"', '\\', '\\"[', ']}\\\\"'));
  const { value } = fc.letrec<{ value: unknown }>((tie) => ({
    value: fc.oneof(
      { depthSize: 'medium' },
      text,
      fc.constantFrom(true, null),
      fc.double({ noNaN: true, noDefaultInfinity: true }),
      fc.bigInt({ min: -(2n ** 53n), max: 2n ** 53n }).map(Number),
      fc.array(tie('value'), { maxLength: 4 }),
      fc.dictionary(text, tie('value'), { maxKeys: 4 }),
    ),
  }));
  const depthOf = (each: unknown): number =>
    typeof each === 'object' && each !== null ? 1 + Math.max(0, ...Object.values(each).map(depthOf)) : 0;
  const membersOf = (each: unknown): number => {
    if (typeof each !== 'object' || each === null) return 0;
    const own = Array.isArray(each) ? 0 : Object.keys(each).length;
    return Object.values(each).reduce((sum: number, inner) => sum + membersOf(inner), own);
  };

  it('is depth and keys of the value, and no number that was a double is altered', () => {
    fc.assert(
      fc.property(value, fc.constantFrom(undefined, 1, '\t'), (each, space) => {
        const shape = { depth: depthOf(each), members: membersOf(each), altersNumbers: false };
        expect(jsonShape(JSON.stringify(each, null, space))).toEqual(shape);
      }),
      { numRuns: 1_000 },
    );
  });

  it.each(['', ']]]', '"', '"\\', '[[', '"[[', '{"a":"\\"[[[[', '-', '1', '1e', '1e-'])(
    'ends with every text, also %j',
    (broken) => {
      expect(jsonShape(broken).depth).toBeLessThanOrEqual(2);
    },
  );
});
