import { median } from '../data/sample.js';
import type { BenchTenant, WebhookBed } from '../beds/webhook-bed.js';

/** Where an endpoint is that takes 15 s for each attempt, the most that one may. */
const PLACES = ['nowhere', 'in the same tenant', 'in another tenant'] as const;

/** Attempts that one endpoint has at once. */
const UNDER_WAY = 5;

type Place = (typeof PLACES)[number];

export interface SlowEffect {
  readonly place: Place;
  /** From the beginning of the import to the fast endpoint's last event, the median of the rounds. */
  readonly seconds: number;
  /** Of this median over the one without a slow endpoint. */
  readonly ratio: number;
}

/** The time in which a fast endpoint gets its events while a slow one has as many. The first round only warms up. */
export async function slowEffect(bed: WebhookBed, events: number, rounds: number): Promise<SlowEffect[]> {
  const times: Record<Place, number[]> = { nowhere: [], 'in the same tenant': [], 'in another tenant': [] };
  for (let round = 0; round <= rounds; round++) {
    for (let turn = 0; turn < PLACES.length; turn++) {
      const place = PLACES[(turn + round) % PLACES.length] ?? 'nowhere';
      const seconds = await fastSeconds(bed, place, events);
      if (round > 0) times[place].push(seconds);
    }
  }
  const base = median(times.nowhere);
  return PLACES.map((place) => ({ place, seconds: median(times[place]), ratio: median(times[place]) / base }));
}

async function fastSeconds(bed: WebhookBed, place: Place, events: number): Promise<number> {
  const [tenant, neighbour] = [await bed.tenant(), await bed.tenant()];
  await bed.register(tenant, 'ok');
  const owner = { nowhere: undefined, 'in the same tenant': tenant, 'in another tenant': neighbour }[place];
  const slow = owner && (await bed.register(owner, 'hang'));
  await busyNeighbour(bed, neighbour, events, owner === neighbour);
  const received = await bed.expect('ok');
  const started = Date.now();
  await bed.importMemories(tenant, events);
  const end = (await received(events)).at(-1)?.at ?? 0;
  await bed.settled();
  // What it still has ends with it, and disturbs no later turn.
  if (slow !== undefined) await owner?.api.delete(slow);
  return (end - started) / 1_000;
}

/** As many events of another tenant before, in every turn, so that turns differ in the slow endpoint only. */
async function busyNeighbour(bed: WebhookBed, neighbour: BenchTenant, events: number, slow: boolean): Promise<void> {
  const received = await bed.expect('hang');
  await bed.importMemories(neighbour, events);
  if (slow) await received(Math.min(UNDER_WAY, events));
  await bed.settled();
}
