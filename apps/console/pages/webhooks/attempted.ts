import type { Delivery } from '@mneme/client';
import { mneme } from '../../session/session.js';

/** Each look is a call of the plan, so the pauses grow. Together they take half a minute: an attempt takes 20 s at most. */
const PAUSES_MS = [250, 500, 1_000, 2_000, 4_000, 4_000, 8_000, 10_000];

/**
 * Looks at a delivery until it has had another attempt, or for half a minute.
 * @param before how many attempts it had
 * @throws the signal's reason, once the reader leaves
 */
export async function attempted(webhookId: string, id: string, before: number, signal: AbortSignal): Promise<Delivery> {
  const look = (): Promise<Delivery> => mneme().webhooks.deliveries.get(webhookId, id, { signal });
  let delivery = await look();
  for (const pause of PAUSES_MS) {
    if (delivery.attempts > before) break;
    await new Promise((resolve) => setTimeout(resolve, pause));
    delivery = await look();
  }
  return delivery;
}
