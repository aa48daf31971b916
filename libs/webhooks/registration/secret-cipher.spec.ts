import { randomBytes } from 'node:crypto';
import type { AppConfig } from '@mneme/platform/config';
import { tenantId } from '@mneme/platform/ids';
import { SecretCipher } from './secret-cipher.js';

const [FIRST, SECOND] = [randomBytes(32).toString('base64'), randomBytes(32).toString('base64url')];
const cipher = (secretsKey: string, secretsKeyPrevious?: string): SecretCipher =>
  new SecretCipher({ secrets: { secretsKey }, previousSecrets: { secretsKey: secretsKeyPrevious } } as AppConfig);
const ALICE = tenantId('alice');
const ID = '019a0000-0000-7000-8000-000000000001';

describe('a secret at rest', () => {
  it('is read by the key that sealed it, and looks different each time', () => {
    const [one, two] = [cipher(FIRST).seal(ALICE, ID, 'geheim ☕'), cipher(FIRST).seal(ALICE, ID, 'geheim ☕')];
    expect(cipher(FIRST).open(ALICE, ID, one)).toBe('geheim ☕');
    expect(one.sealed.equals(two.sealed)).toBe(false);
    expect(one.sealed.includes('geheim')).toBe(false);
    expect(one.keyId).toMatch(/^[0-9a-f]{8}$/);
  });

  it('is read after a rotation, and sealed anew with the present key', () => {
    const old = cipher(FIRST).seal(ALICE, ID, 'a secret');
    const rotated = cipher(SECOND, FIRST);
    expect(rotated.open(ALICE, ID, old)).toBe('a secret');
    expect(rotated.previousKeyId).toBe(old.keyId);
    const anew = rotated.seal(ALICE, ID, 'a secret');
    expect(cipher(SECOND).open(ALICE, ID, anew)).toBe('a secret');
    expect(() => cipher(SECOND).open(ALICE, ID, old)).toThrow(/SECRETS_KEY_PREVIOUS/);
  });

  it.each([
    ['another webhook', ALICE, ID.replace('1', '2')],
    ['another tenant', tenantId('mallory'), ID],
  ])('cannot be put in the place of that of %s', (_, tenant, id) => {
    const sealed = cipher(FIRST).seal(ALICE, ID, 'a secret');
    expect(() => cipher(FIRST).open(tenant, id, sealed)).toThrow();
  });

  it('is not read where a bit of it has changed', () => {
    const { sealed, keyId } = cipher(FIRST).seal(ALICE, ID, 'a secret');
    for (const at of [0, 13, sealed.length - 1]) {
      const changed = Buffer.from(sealed);
      changed[at] = (changed[at] ?? 0) ^ 1;
      expect(() => cipher(FIRST).open(ALICE, ID, { sealed: changed, keyId })).toThrow();
    }
  });
});
