import { transferred } from '../../support/client/transfer-process.js';
import { newTenant } from '../../support/service/api.js';

const MEMORIES = 50_000;
/** The records alone are 50 MB of text. */
const HEAP_MEGABYTES = 24;

describe('a whole tenant through the client', () => {
  it('is imported, exported and imported again in constant memory', async () => {
    const report = await transferred(await newTenant(), MEMORIES, HEAP_MEGABYTES);
    expect(report.imported).toEqual({ read: MEMORIES, created: MEMORIES, failed: 0 });
    expect(report).toMatchObject({ exported: MEMORIES, present: MEMORIES });
    expect(report.length).toBeGreaterThan(40_000_000);
  }, 3_600_000);
});
