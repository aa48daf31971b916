import type { JobType } from '@mneme/platform/jobs';
import type { EndpointKey } from './webhook-system.repository.js';

/** Something is due for an endpoint, now or at a time that is close. */
export interface DeliveryHint extends EndpointKey {
  /** Unix milliseconds; left out: now. */
  readonly at?: number;
}

/** Wakes a process for an endpoint. Running it takes no time: it only makes sure that somebody looks. */
export const DeliverWebhook: JobType<DeliveryHint> = {
  name: 'webhooks.deliver',
  concurrency: 100,
  idOf: ({ webhookId, at }) => (at === undefined ? webhookId : `${webhookId}-${at}`),
};
