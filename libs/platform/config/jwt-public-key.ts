import { createPublicKey, type KeyObject } from 'node:crypto';

const MIN_RSA_BITS = 2_048;

/** What is wrong with a key that users' JWTs are to be checked with, in words that follow its name; undefined: nothing. */
export function publicKeyFault(pem: string): string | undefined {
  if (!pem.includes('PUBLIC KEY')) return 'must be a public key in PEM form (SPKI)';
  const key = keyOf(pem);
  if (key === undefined) return 'cannot be read as a public key in PEM form (SPKI)';
  return isUsable(key) ? undefined : 'must be an RSA key of 2048 bits or more, or a P-256 key';
}

function keyOf(pem: string): KeyObject | undefined {
  try {
    return createPublicKey(pem);
  } catch {
    return undefined;
  }
}

function isUsable({ asymmetricKeyType: type, asymmetricKeyDetails = {} }: KeyObject): boolean {
  const { modulusLength = 0, namedCurve } = asymmetricKeyDetails;
  return type === 'rsa' ? modulusLength >= MIN_RSA_BITS : type === 'ec' && namedCurve === 'prime256v1';
}
