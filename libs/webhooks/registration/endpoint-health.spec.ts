import type { AttemptResult } from '../http/attempt-result.js';
import { afterAttempts, type EndpointHealth } from './endpoint-health.js';

const HOUR = 3_600_000;
const START = Date.parse('2026-11-01T00:00:00Z');
const WELL: EndpointHealth = {
  status: 'active',
  disabledReason: null,
  consecutiveFailures: 0,
  failingSince: null,
  lastFailureAt: null,
  lastDeliveryAt: null,
};
const attempt = (hours: number, statusCode: number | null = 500): AttemptResult => ({
  at: new Date(START + hours * HOUR),
  latencyMs: 1,
  statusCode,
  error: statusCode === 200 ? null : 'it failed',
  response: null,
});
const failing = (...hours: number[]): AttemptResult[] => hours.map((hour) => attempt(hour));

describe('an endpoint', () => {
  it('is made inactive after five days of failures only, not a moment earlier', () => {
    const days = failing(0, 24, 48, 72, 96, 119.9);
    expect(afterAttempts(WELL, days)).toMatchObject({ status: 'active', disabledReason: null, consecutiveFailures: 6 });
    const reason = 'every attempt of the last five days failed';
    expect(afterAttempts(WELL, [...days, attempt(120)])).toMatchObject({ status: 'inactive', disabledReason: reason });
  });

  it('that succeeds once begins anew', () => {
    const days = [...failing(0, 24, 48, 72), attempt(90, 200), ...failing(96, 120, 144)];
    expect(afterAttempts(WELL, days)).toMatchObject({ status: 'active', consecutiveFailures: 3 });
  });

  it('that was not tried for two days in between is not said to have failed all the time', () => {
    expect(afterAttempts(WELL, failing(0, 1, 130, 130.1))).toMatchObject({ status: 'active' });
  });

  it('that answers 410 is made inactive at once', () => {
    const gone = { status: 'inactive', disabledReason: 'the endpoint answered 410 Gone' };
    expect(afterAttempts(WELL, [attempt(0, 410)])).toMatchObject(gone);
  });

  it('fares by the times of the attempts, whatever order their results come in', () => {
    const health = afterAttempts(WELL, [attempt(3), attempt(1, 200), attempt(2)]);
    expect(health).toMatchObject({
      consecutiveFailures: 2,
      lastDeliveryAt: attempt(3).at,
      failingSince: attempt(2).at,
    });
  });
});
