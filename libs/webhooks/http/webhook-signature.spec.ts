import { randomBytes } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import { isEncodedKey, signatureHeaders, signingKey } from './webhook-signature.js';

const BODY = JSON.stringify({ event: 'memory.created', data: { content: 'naïve ☕ \u2028' } });

describe('signatures', () => {
  it.each([
    ['plain text', 'eight or more characters'],
    ['text beyond ASCII', 'geheim-ß-☕-gehört-uns'],
    ['the prefix without a key', 'whsec_not/base64!'],
    ['a key that is too short', `whsec_${randomBytes(23).toString('base64')}`],
    ['a key that is too long', `whsec_${randomBytes(65).toString('base64')}`],
    ['base64 that only Node reads', 'whsec_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAB'],
  ])('by %s are those of its UTF-8', (_, secret) => {
    expect(signingKey(secret)).toEqual(Buffer.from(secret));
    const headers = signatureHeaders('evt_1', new Date(), BODY, [secret]);
    expect(new Webhook(Buffer.from(secret), { format: 'raw' }).verify(BODY, headers)).toEqual(JSON.parse(BODY));
  });

  it.each([24, 32, 64])('by whsec_ and %i bytes verify with the library as it is', (length) => {
    const secret = `whsec_${randomBytes(length).toString('base64')}`;
    const headers = signatureHeaders('evt_1', new Date(), BODY, [secret]);
    expect(new Webhook(secret).verify(BODY, headers)).toEqual(JSON.parse(BODY));
    expect(isEncodedKey(secret)).toBe(true);
  });

  it('by whsec_ and base64 without its padding, which is not taken any more, stay those of its bytes', () => {
    const key = randomBytes(32);
    const secret = `whsec_${key.toString('base64').replace('=', '')}`;
    expect([isEncodedKey(secret), signingKey(secret)]).toEqual([false, key]);
  });

  it('hold for one body, one id, one time and one secret', () => {
    const verify = (headers: Record<string, string>, body = BODY, secret = 'the first secret') =>
      new Webhook(Buffer.from(secret), { format: 'raw' }).verify(body, headers);
    const headers = signatureHeaders('evt_1', new Date(), BODY, ['the first secret']);
    expect(() => verify(headers, `${BODY} `)).toThrow();
    expect(() => verify(headers, BODY, 'the other secret')).toThrow();
    expect(() => verify({ ...headers, 'webhook-id': 'evt_2' })).toThrow();
    expect(() =>
      verify({ ...headers, 'webhook-timestamp': String(Number(headers['webhook-timestamp']) + 1) }),
    ).toThrow();
  });

  it('by two secrets verify with either', () => {
    const headers = signatureHeaders('evt_1', new Date(), BODY, ['the new secret', 'the old secret']);
    for (const secret of ['the new secret', 'the old secret']) {
      expect(new Webhook(Buffer.from(secret), { format: 'raw' }).verify(BODY, headers)).toEqual(JSON.parse(BODY));
    }
  });
});
