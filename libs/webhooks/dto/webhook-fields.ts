import { listOf, oneOf, text } from '@mneme/platform';
import { WEBHOOK_STATUSES } from '../webhook-state.entity.js';

/** The fields of a webhook, as every request that carries them checks them. Which events there are the service knows. */
export const webhookName = text(1, 255);
export const webhookUrl = text(1, 2_048);
export const webhookEvents = listOf(text(1, 64), 1, 50);
export const webhookSecret = text(8, 256);
export const webhookStatus = oneOf(WEBHOOK_STATUSES);
