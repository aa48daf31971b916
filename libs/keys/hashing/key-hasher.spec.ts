import type { AppConfig } from '@mneme/platform/config';
import { KeyHasher } from './key-hasher.js';

const [FIRST, SECOND, THIRD] = ['first', 'second', 'third'].map((word) => word.padEnd(32, '.')) as [
  string,
  string,
  string,
];
const KEY = 'mneme_live_a key';

const hasher = (keyPepper: string, previous?: string): KeyHasher =>
  new KeyHasher({
    secrets: { keyPepper, serviceJwtKey: FIRST },
    previousSecrets: previous === undefined ? {} : { keyPepper: previous },
  } as AppConfig);

describe('hashes of API keys', () => {
  it('are checked with the pepper that made them, and need the whole key', () => {
    const stored = hasher(FIRST).hash(KEY);
    expect(stored.pepperId).toMatch(/^[0-9a-f]{8}$/);
    expect(hasher(FIRST).verify(KEY, stored)).toEqual(stored);
    expect(hasher(FIRST).verify(`${KEY}x`, stored)).toBeUndefined();
  });

  it('of the pepper before are accepted, and answered with what to store from now on', () => {
    const stored = hasher(FIRST).hash(KEY);
    const rotated = hasher(SECOND, FIRST);
    expect(rotated.previousPepperId).toBe(stored.pepperId);
    const renewed = rotated.verify(KEY, stored);
    expect(renewed).toEqual(hasher(SECOND).hash(KEY));
    expect(hasher(SECOND).verify(KEY, renewed!)).toEqual(renewed);
    expect(rotated.verify(`${KEY}x`, stored)).toBeUndefined();
  });

  it('of any other pepper are refused', () => {
    const stored = hasher(FIRST).hash(KEY);
    expect(hasher(SECOND).verify(KEY, stored)).toBeUndefined();
    expect(hasher(SECOND, THIRD).verify(KEY, stored)).toBeUndefined();
  });

  it('that do not say their pepper are checked with both', () => {
    const stored = { hash: hasher(FIRST).hash(KEY).hash, pepperId: null };
    expect(hasher(FIRST).verify(KEY, stored)?.pepperId).toBe(hasher(FIRST).pepperId);
    expect(hasher(SECOND, FIRST).verify(KEY, stored)?.pepperId).toBe(hasher(SECOND).pepperId);
    expect(hasher(SECOND, THIRD).verify(KEY, stored)).toBeUndefined();
  });
});
