import { codeOf, newTenant, type ApiResponse, type TestTenant } from '../../support/service/api.js';
import { eventually } from '../../support/eventually.js';
import { WebhookReceiver } from '../../support/webhooks/webhook-receiver.js';

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

  it('has two tests under way, and tells whoever asks for more when to come again', async () => {
    let answerAll = (): void => undefined;
    const after = new Promise<void>((resolve) => (answerAll = resolve));
    receiver.answer = () => ({ after });
    const refused: ApiResponse[] = [];
    const asked = Array.from({ length: 12 }, async () => {
      const answer = await tenant.api.post(`${webhook}/test`);
      if (answer.status !== 200) refused.push(answer);
      return answer;
    });
    await eventually(() => Promise.resolve(expect(refused).toHaveLength(10)), 5_000).finally(answerAll);
    for (const answer of refused) {
      expect([answer.status, codeOf(answer)]).toEqual([429, 'RATE_LIMIT_EXCEEDED']);
      expect(answer.headers.get('retry-after')).toBe('5');
      expect(answer.headers.get('x-ratelimit-retry-after')).toBe('5');
    }
    const answers = await Promise.all(asked);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(2);
    expect(receiver.mostUnderWay).toBe(2);
    expect((await tenant.api.post(`${webhook}/test`)).body.data.delivered).toBe(true);
  });
});
