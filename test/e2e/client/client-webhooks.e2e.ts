import { createHmac, randomBytes } from 'node:crypto';
import { unwrapWebhook, WebhookVerificationError } from '@mneme/client';
import { newTenant } from '../../support/service/api.js';
import { clientOf, failureOf } from '../../support/client/client-of.js';
import { WebhookReceiver, type ReceivedRequest } from '../../support/webhooks/webhook-receiver.js';

const EVENTS = ['memory.created', 'memory.deleted'] as const;
const SECRETS = { text: 'a secret of my own making', key: `whsec_${randomBytes(32).toString('base64')}` };

interface Delivery {
  body: string;
  headers: Record<string, string | string[]>;
  secret: string;
}

function sign({ headers, body, secret }: Delivery, hash = 'sha256', key: string | Buffer = secret): string {
  const signed = `${String(headers['webhook-id'])}.${String(headers['webhook-timestamp'])}.${body}`;
  return `v1,${createHmac(hash, key).update(signed).digest('base64')}`;
}

/** A delivery with a timestamp so many seconds from now, rightly signed. */
function at(delivery: Delivery, seconds: number): Delivery {
  const headers = { ...delivery.headers, 'webhook-timestamp': String(Math.floor(Date.now() / 1_000) + seconds) };
  return { ...delivery, headers: { ...headers, 'webhook-signature': sign({ ...delivery, headers }) } };
}

const withHeaders = (delivery: Delivery, headers: Delivery['headers']): Delivery => ({
  ...delivery,
  headers: { ...delivery.headers, ...headers },
});
const signed = (delivery: Delivery, signature: string): Delivery =>
  withHeaders(delivery, { 'webhook-signature': signature });
const without = (delivery: Delivery, name: string): Delivery => {
  const { [name]: _, ...headers } = delivery.headers;
  return { ...delivery, headers };
};
const signatureOf = ({ headers }: Delivery): string => String(headers['webhook-signature']);

const FORGERIES: readonly [name: string, forge: (delivery: Delivery) => Delivery][] = [
  ['a changed body', (it) => ({ ...it, body: it.body.replace('semantic', 'identity') })],
  ['a body with a space more', (it) => ({ ...it, body: `${it.body} ` })],
  ['an empty body', (it) => ({ ...it, body: '' })],
  ['another id', (it) => withHeaders(it, { 'webhook-id': 'evt_01m7ydf69xfzy8584a2hq2abwr' })],
  ['another timestamp', (it) => withHeaders(it, { 'webhook-timestamp': String(Math.floor(Date.now() / 1_000) + 2) })],
  ['a replay after 301 s', (it) => at(it, -302)],
  ['a timestamp 301 s ahead', (it) => at(it, 303)],
  ['a timestamp that is no number', (it) => withHeaders(it, { 'webhook-timestamp': 'now' })],
  ['a timestamp as 1e9', (it) => withHeaders(it, { 'webhook-timestamp': '1e99' })],
  ['another secret', (it) => signed(it, sign(it, 'sha256', 'another secret'))],
  ['an empty secret', (it) => signed(it, sign(it, 'sha256', ''))],
  ['SHA-1', (it) => signed(it, sign(it, 'sha1'))],
  ['the version v0', (it) => signed(it, signatureOf(it).replace('v1,', 'v0,'))],
  ['the version v1a', (it) => signed(it, signatureOf(it).replace('v1,', 'v1a,'))],
  ['no version', (it) => signed(it, signatureOf(it).replace('v1,', ''))],
  ['half of the signature', (it) => signed(it, signatureOf(it).slice(0, 24))],
  ['the signature in hexadecimal', (it) => signed(it, `v1,${Buffer.from(signatureOf(it).slice(3), 'base64').toString('hex')}`)], // prettier-ignore
  ['an empty signature', (it) => signed(it, 'v1,')],
  ['no signature', (it) => without(it, 'webhook-signature')],
  ['two ids', (it) => withHeaders(it, { 'webhook-id': [String(it.headers['webhook-id']), 'evt_2'] })],
];

describe.each(Object.entries(SECRETS))('a delivery signed with a secret that is a %s', (_, secret) => {
  let delivery: Delivery;
  let received: ReceivedRequest;

  beforeAll(async () => {
    const receiver = await WebhookReceiver.start();
    const tenant = await newTenant();
    const mneme = clientOf(tenant);
    await mneme.webhooks.create({ name: 'client', url: receiver.url(), events: [...EVENTS], secret });
    await mneme.memories.create({ content: 'Anna prefers tea', type: 'semantic' });
    [received] = (await receiver.requests(1)) as [ReceivedRequest];
    delivery = { body: received.body, headers: received.headers as Record<string, string>, secret };
    await receiver.close();
  });

  it('is unwrapped, from text, bytes and either form of headers', async () => {
    const { body, headers } = delivery;
    const event = await unwrapWebhook(body, headers, secret);
    if (event.event !== 'memory.created') throw new Error(event.event);
    // The name of the event decides on the type of its data.
    const content: string = event.data.content;
    expect(content).toBe('Anna prefers tea');
    const other = new Headers(Object.entries(headers).map(([name, value]): [string, string] => [name, String(value)]));
    expect(await unwrapWebhook(Buffer.from(body), other, secret)).toEqual(event);
    const upper = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toUpperCase(), value]));
    expect(await unwrapWebhook(new TextEncoder().encode(body).buffer, upper, secret)).toEqual(event);
  });

  it('is unwrapped while the secret is being rotated, and within the tolerance', async () => {
    const both = signed(delivery, `v1,${randomBytes(32).toString('base64')} ${signatureOf(delivery)}`);
    expect(await unwrapWebhook(both.body, both.headers, secret)).toMatchObject({ event: 'memory.created' });
    if (secret !== SECRETS.text) return;
    for (const seconds of [-298, 298]) {
      const moved = at(delivery, seconds);
      expect(await unwrapWebhook(moved.body, moved.headers, secret)).toMatchObject({ event: 'memory.created' });
    }
  });

  it.each(FORGERIES)('is refused with %s', async (_name, forge) => {
    const { body, headers } = forge(delivery);
    await expect(unwrapWebhook(body, headers, secret)).rejects.toBeInstanceOf(WebhookVerificationError);
  });

  it('is a mistake of the caller as a parsed body', async () => {
    const parsed = JSON.parse(delivery.body) as string;
    expect(await failureOf(unwrapWebhook(parsed, delivery.headers, secret))).toBeInstanceOf(TypeError);
  });
});

it('20 forgeries are tried, each another one', () => {
  expect(new Set(FORGERIES.map(([name]) => name)).size).toBe(20);
});
