import { drive } from '../data/sample.js';
import { notesOf } from '../data/notes.js';
import type { ScaleBed } from '../beds/scale.bed.js';

const LINES = 5_000;
const CLIENTS = 2;
const CLIENTS_OF_SMALL = 4;
/** Notes that a small tenant writes a day. */
export const A_SMALL_DAY = 1;

/** Which notes a tenant gets. */
interface Part {
  readonly tenant: string;
  readonly from: number;
  readonly count: number;
  readonly aDay?: number;
}

/** Imports the notes with these numbers into one tenant, in their order. */
export async function fillOne(bed: ScaleBed, tenant: string, from: number, to: number): Promise<void> {
  const parts = Array.from({ length: Math.ceil((to - from) / LINES) }, (_, i) => from + i * LINES);
  await drive(parts, CLIENTS, (at) => importPart(bed, { tenant, from: at, count: Math.min(LINES, to - at) }));
}

/** Imports as many notes into each of these tenants, which it makes. */
export async function fillMany(bed: ScaleBed, tenants: readonly string[], first: number, each: number): Promise<void> {
  const parts = tenants.map((tenant, i) => ({ tenant, from: (first + i) * each, count: each, aDay: A_SMALL_DAY }));
  await drive(parts, CLIENTS_OF_SMALL, (part) => importPart(bed, part));
}

async function importPart(bed: ScaleBed, { tenant, from, count, aDay }: Part): Promise<void> {
  const body = notesOf(count, from, aDay)
    .map((note) => JSON.stringify(note))
    .join('\n');
  const answer = await bed.call(tenant, { method: 'POST', path: `/memories/import?tenantId=${tenant}`, lines: body });
  const { created } = answer as { created: number };
  if (created !== count) throw new Error(`${created} of ${count} were stored: ${JSON.stringify(answer)}`);
}
