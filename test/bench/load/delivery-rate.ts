import type { ReceivedEvent } from '../../support/webhooks/receiver-process.js';
import type { Window } from '../report/cpu-profile.js';
import { cpuEach, type CpuTime } from '../report/cpu-time.js';
import type { WebhookBed } from '../beds/webhook-bed.js';

export interface DeliveryRate {
  /** Deliveries a second from the beginning of the import to the last one, with storing and embedding beside them. */
  readonly whileImporting: number;
  /** Deliveries a second from the first one to the last of a backlog, with nothing beside them. */
  readonly ofBacklog: number;
  /** Milliseconds a delivery of the backlog. */
  readonly cpu: CpuTime;
  /** When the backlog was delivered. */
  readonly window: Window;
}

/** How fast one endpoint that answers at once gets so many events. */
export async function deliveryRate(bed: WebhookBed, events: number): Promise<DeliveryRate> {
  const tenant = await bed.tenant();
  await bed.register(tenant, 'ok');
  await deliver(bed, 'ok', Math.min(events, 500), (count) => bed.importMemories(tenant, count));
  await bed.settled();
  const started = Date.now();
  const imported = await deliver(bed, 'ok', events, (count) => bed.importMemories(tenant, count));
  await bed.settled();
  await bed.holdDeliveries();
  await bed.importMemories(tenant, events);
  await bed.settled();
  const before = await bed.cpuTime();
  const backlog = await deliver(bed, 'ok', events, () => bed.releaseDeliveries());
  const last = (received: readonly ReceivedEvent[]): number => received.at(-1)?.at ?? 0;
  const backlogMs = last(backlog) - (backlog[0]?.at ?? 0);
  return {
    whileImporting: (1_000 * events) / (last(imported) - started),
    ofBacklog: (1_000 * events) / backlogMs,
    cpu: cpuEach(before, await bed.cpuTime(), events),
    window: windowBefore(last(backlog), backlogMs, events),
  };
}

async function deliver(
  bed: WebhookBed,
  behaviour: string,
  count: number,
  begin: (count: number) => Promise<void>,
): Promise<ReceivedEvent[]> {
  const received = await bed.expect(behaviour);
  await begin(count);
  return received(count);
}

/** Wall-clock milliseconds on the clock of CPU profiles. */
function windowBefore(end: number, lengthMs: number, requests: number): Window {
  const now = Number(process.hrtime.bigint() / 1_000n);
  const to = now - (Date.now() - end) * 1_000;
  return { name: `a backlog of ${requests} deliveries`, requests, from: to - lengthMs * 1_000, to };
}
