import type { ScaleBed } from '../beds/scale.bed.js';

const LINE_END = 0x0a;

/** What an export took. */
export interface ExportFigures {
  readonly memories: number;
  readonly firstByteMs: number;
  readonly seconds: number;
}

/** Reads a tenant's export to its end. */
export async function exportAll(bed: ScaleBed, tenant: string): Promise<ExportFigures> {
  const start = performance.now();
  const response = await bed.send(tenant, { method: 'GET', path: `/memories/export?tenantId=${tenant}` });
  let [firstByteMs, memories] = [0, 0];
  for await (const chunk of response.body as AsyncIterable<Uint8Array>) {
    if (memories === 0) firstByteMs = performance.now() - start;
    for (const byte of chunk) if (byte === LINE_END) memories += 1;
  }
  return { memories, firstByteMs, seconds: (performance.now() - start) / 1_000 };
}
