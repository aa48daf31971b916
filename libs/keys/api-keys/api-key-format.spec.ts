import { crc32 } from 'node:zlib';
import { newApiKey, parseApiKey } from './api-key-format.js';

const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

function withChecksum(body: string): string {
  let digits = '';
  for (let rest = crc32(body), i = 0; i < 6; i++, rest = Math.floor(rest / 62))
    digits = BASE62.charAt(rest % 62) + digits;
  return body + digits;
}

describe('API keys', () => {
  it.each([
    ['development', 'mneme_dev_'],
    ['production', 'mneme_live_'],
  ] as const)('of %s start with %s and end with the CRC-32 of the rest', (environment, prefix) => {
    const { plainKey, keyId } = newApiKey(environment);
    expect(plainKey.startsWith(prefix + keyId)).toBe(true);
    expect(plainKey).toHaveLength(prefix.length + 8 + 32 + 6);
    expect(plainKey).toBe(withChecksum(plainKey.slice(0, -6)));
    expect(parseApiKey(plainKey)).toEqual({ plainKey, keyId });
  });

  it('are refused when any one character is changed', () => {
    const { plainKey } = newApiKey('production');
    for (let at = 0; at < plainKey.length; at++) {
      const other = plainKey[at] === 'x' ? 'y' : 'x';
      expect(parseApiKey(plainKey.slice(0, at) + other + plainKey.slice(at + 1))).toBeUndefined();
    }
  });

  it('keep a checksum that starts with zeros at six characters', () => {
    const bodies = Array.from({ length: 5_000 }, (_, i) => `mneme_live_${String(i).padStart(40, 'a')}`);
    const body = bodies.find((candidate) => withChecksum(candidate).at(-6) === '0') ?? '';
    expect(parseApiKey(withChecksum(body))?.keyId).toBe(body.slice(11, 19));
  });

  it.each([
    ['nothing', ''],
    ['a prefix only', 'mneme_live_'],
    ['another environment', withChecksum(`mneme_test_${'a'.repeat(40)}`)],
    ['another service', withChecksum(`other_live_${'a'.repeat(40)}`)],
    ['one character too few', withChecksum(`mneme_live_${'a'.repeat(39)}`)],
    ['one character too many', withChecksum(`mneme_live_${'a'.repeat(41)}`)],
    ['a character outside base62', withChecksum(`mneme_live_${'a'.repeat(39)}-`)],
    ['a letter beyond ASCII', withChecksum(`mneme_live_${'a'.repeat(39)}é`)],
    ['a line break at the end', `${withChecksum(`mneme_live_${'a'.repeat(40)}`)}\n`],
  ])('are refused with %s', (_, text) => {
    expect(parseApiKey(text)).toBeUndefined();
  });

  it('are refused when truncated', () => {
    const { plainKey } = newApiKey('development');
    for (let length = 0; length < plainKey.length; length++)
      expect(parseApiKey(plainKey.slice(0, length))).toBeUndefined();
  });

  it('use every character of the alphabet alike, in every place', () => {
    const keys = 6_000;
    const counts = new Map<string, number>();
    const first = new Map<string, number>();
    for (let i = 0; i < keys; i++) {
      const random = newApiKey('production').plainKey.slice(11, 51);
      for (const character of random) counts.set(character, (counts.get(character) ?? 0) + 1);
      first.set(random[0] ?? '', (first.get(random[0] ?? '') ?? 0) + 1);
    }
    expect(chiSquare(counts, keys * 40)).toBeLessThan(130);
    expect(chiSquare(first, keys)).toBeLessThan(130);
  });

  it('never repeat', () => {
    const keys = Array.from({ length: 2_000 }, () => newApiKey('production'));
    expect(new Set(keys.map((key) => key.keyId)).size).toBe(2_000);
    expect(new Set(keys.map((key) => key.plainKey)).size).toBe(2_000);
  });
});

/** With 61 degrees of freedom, above 130 once in a million. */
function chiSquare(counts: ReadonlyMap<string, number>, total: number): number {
  const expected = total / 62;
  return BASE62.split('').reduce(
    (sum, character) => sum + ((counts.get(character) ?? 0) - expected) ** 2 / expected,
    0,
  );
}
