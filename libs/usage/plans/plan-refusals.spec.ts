import { readFileSync } from 'node:fs';
import { Clock } from '@mneme/platform/clock';
import { readConfig } from '@mneme/platform/config';
import { tenantId } from '@mneme/platform/ids';
import { PlanRefusals } from './plan-refusals.js';
import { planOf } from './plans.js';

const SECRET = 's'.repeat(32);
const EXTERNAL = {
  DATABASE_URL: 'postgres://u@h/d',
  KEY_PEPPER: SECRET,
  SERVICE_JWT_KEY: SECRET,
  SECRETS_KEY: Buffer.alloc(32, 7).toString('base64'),
};
const TENANT = tenantId('acme');

class LastDayOfTheYear extends Clock {
  override now(): Date {
    return new Date('2026-12-31T23:00:00Z');
  }
}

describe('what a refusal by a plan says', () => {
  const messages = (env: Record<string, string> = EXTERNAL): PlanRefusals =>
    new PlanRefusals(readConfig({ env, terminal: false }), new LastDayOfTheYear());
  const standing = { allowed: false, capacity: 20, remaining: 0, fullInMs: 1, fullAtMs: 1, retryAfterMs: 5_001 };
  const larger = (plan: string): string =>
    `have the operator give the tenant a larger plan (mneme tenants set-plan acme ${plan})`;

  it.each([
    ['bucket', 'too many requests: the plan free allows 10 a minute and 20 at once'],
    ['hour', 'this API key has made the 600 requests an hour of the plan free'],
    ['day', 'this API key has made the 1000 requests a day of the plan free'],
  ] as const)('names the %s, the plan, the wait and the plan that has more', (refusedBy, reached) => {
    const message = messages().rate(TENANT, planOf('free'), { ...standing, refusedBy });
    expect(message).toBe(`${reached}; try again in 6 s, or ${larger('pro')}`);
  });

  it('is what the OpenAPI document shows as the example of a 429 and a 402', () => {
    const document = JSON.parse(readFileSync('docs/openapi.json', 'utf8')) as {
      components: { examples: Record<string, { summary: string }> };
    };
    const { RATE_LIMIT_EXCEEDED: rate, INSUFFICIENT_QUOTA: calls } = document.components.examples;
    expect(rate?.summary).toBe(messages().rate(TENANT, planOf('free'), standing));
    const message = messages().calls(TENANT, planOf('free'));
    expect(calls?.summary).toBe(message.replace('2027-01-01', '2026-12-01'));
  });

  it('names the calls of the month and when the next one begins', () => {
    expect(messages().calls(TENANT, planOf('pro'))).toBe(
      `the 100000 calls a month of the plan pro are used up; wait until 2027-01-01T00:00:00.000Z, or ${larger('enterprise')}`,
    );
  });

  it('names memories or bytes, whichever is full, and how much there is', () => {
    const plan = planOf('free');
    const storage = (stored: number, bytes: number, growth: number): string =>
      messages().storage(TENANT, plan, { memories: stored, bytes }, { memories: growth, bytes: 700 });
    expect(storage(10_000, 5, 1)).toBe(
      `the plan free allows 10000 memories, and 10000 are stored; delete memories, or ${larger('pro')}`,
    );
    const full = 'the plan free allows 104857600 bytes; 104857000 are stored, and this needs 700 more';
    expect(storage(9, 104_857_000, 1)).toBe(`${full}; delete memories, or ${larger('pro')}`);
    expect(storage(10_000, 104_857_000, 0)).toBe(`${full}; delete memories, or ${larger('pro')}`);
  });

  it('names local on the embedded database, and numbers of its own where no plan has more', () => {
    expect(messages({}).calls(TENANT, planOf('enterprise'))).toContain(larger('local'));
    for (const plan of [planOf('enterprise'), planOf('local')]) {
      expect(messages().calls(TENANT, plan)).toContain(
        "have the operator raise the tenant's numbers (mneme tenants set-plan acme enterprise)",
      );
    }
  });
});
