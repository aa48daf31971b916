import type { AttemptResult } from '../http/attempt-result.js';
import type { WebhookState } from './webhook-state.entity.js';

const HOUR = 3_600_000;
/** So long without a single success disables an endpoint. */
const FAILING_MS = 120 * HOUR;
/** Failures that lie further apart are not one outage: nothing was tried in between. */
const GAP_MS = 48 * HOUR;
const GONE = 410;

/** The part of an endpoint's state that attempts change. */
export type EndpointHealth = Pick<
  WebhookState,
  'status' | 'disabledReason' | 'consecutiveFailures' | 'failingSince' | 'lastFailureAt' | 'lastDeliveryAt'
>;

/** Nothing held against an endpoint that its owner has looked at. */
export function revived(): Pick<EndpointHealth, 'disabledReason' | 'consecutiveFailures' | 'failingSince'> {
  return { disabledReason: null, consecutiveFailures: 0, failingSince: null };
}

/** The state after some more attempts. Five days of failures only, or the answer 410, make an endpoint inactive. */
export function afterAttempts(before: EndpointHealth, results: readonly AttemptResult[]): EndpointHealth {
  const inOrder = [...results].sort((a, b) => a.at.getTime() - b.at.getTime());
  return inOrder.reduce(afterAttempt, before);
}

function afterAttempt(health: EndpointHealth, { at, error, statusCode }: AttemptResult): EndpointHealth {
  if (error === null) return { ...health, lastDeliveryAt: at, consecutiveFailures: 0, failingSince: null };
  const { failingSince, lastFailureAt } = health;
  const goesOn = failingSince !== null && lastFailureAt !== null && at.getTime() - lastFailureAt.getTime() <= GAP_MS;
  const since = goesOn ? failingSince : at;
  const consecutiveFailures = health.consecutiveFailures + 1;
  const after = { ...health, lastDeliveryAt: at, lastFailureAt: at, failingSince: since, consecutiveFailures };
  if (health.status === 'inactive') return after;
  const disabledReason =
    statusCode === GONE
      ? 'the endpoint answered 410 Gone'
      : at.getTime() - since.getTime() >= FAILING_MS
        ? 'every attempt of the last five days failed'
        : null;
  return disabledReason === null ? after : { ...after, status: 'inactive', disabledReason };
}
