import { newTenant, type TestTenant } from '../support/api.js';
import { WebhookReceiver } from '../support/webhook-receiver.js';

const WEBHOOKS = '/api/v1/webhooks';
const SOME_ID = '01900000-0000-7000-8000-000000000000';

const cursorOf = (...parts: unknown[]): string => Buffer.from(JSON.stringify(parts)).toString('base64url');

describe('what a webhook takes no more than', () => {
  let receiver: WebhookReceiver;
  let tenant: TestTenant;
  let webhook: string;

  beforeAll(async () => {
    receiver = await WebhookReceiver.start();
    tenant = await newTenant();
    const body = { name: 'r', url: receiver.url(), events: ['memory.created'], secret: 'not much of a secret' };
    webhook = `${WEBHOOKS}/${(await tenant.api.post(WEBHOOKS, body)).body.data.id as string}`;
  });
  afterAll(() => receiver.close());

  it.each([
    ['an id of hyphens', cursorOf(2, '2026-01-01T00:00:00.000Z', '-'.repeat(36))],
    ['a day before all days', cursorOf(2, '-271821-04-20T00:00:00.000Z', SOME_ID)],
    ['a year of no calendar', cursorOf(2, '0000-01-01T00:00:00.000Z', SOME_ID)],
    ['a day in other words', cursorOf(2, '2026', SOME_ID)],
    ['a first page', cursorOf(1, '2026-01-01T00:00:00.000Z', SOME_ID)],
    ['too little', cursorOf(2)],
    ['no list', Buffer.from('{}').toString('base64url')],
  ])('is no cursor with %s', async (_, cursor) => {
    const { status, body } = await tenant.api.get(`${webhook}/deliveries?cursor=${cursor}`);
    expect([status, body.errors[0]?.code, body.errors[0]?.field]).toEqual([400, 'VALIDATION_ERROR', 'cursor']);
  });
});
