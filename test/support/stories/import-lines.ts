import { NDJSON } from '../documents/example-document.js';
import { eventually } from '../eventually.js';
import type { TestTenant } from '../service/api.js';

/** Imports records and waits until they can be found and analysed. */
export async function importLines(
  { api, tenantId }: TestTenant,
  lines: string,
  records: number,
  limitMs?: number,
): Promise<void> {
  const path = `/api/v1/memories/import?tenantId=${tenantId}`;
  const { status, body } = await api.send('POST', path, { rawBody: lines, headers: { 'content-type': NDJSON } });
  expect({ status, data: body.data }).toMatchObject({ status: 200, data: { created: records } });
  await eventually(async () => {
    const { data } = (await api.post('/api/v1/intelligence/implicit-patterns', { tenantId, minOccurrences: 1_000 }))
      .body;
    expect(data.warnings.filter((warning: string) => warning.includes('not analysed yet'))).toEqual([]);
  }, limitMs);
}
