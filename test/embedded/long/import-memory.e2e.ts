import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { type LargeExport, writeLargeExport } from '../../support/dumps/large-export.js';
import { newTenant, type TestTenant } from '../../support/service/api.js';
import { mnemeCommandIn, type FinishedCommand } from '../../support/service/mneme-command.js';

const BYTES = 200 * 1_024 * 1_024;
/** The program alone needs 60. */
const HEAP_MEGABYTES = 128;
/** Of the whole process: program, heap, and buffers of files and requests. */
const PROCESS_MEGABYTES = 300;

describe('an export of ChatGPT of 200 MB', () => {
  let tenant: TestTenant;
  let folder: string;
  let size: LargeExport;
  beforeAll(async () => {
    tenant = await newTenant();
    folder = await mkdtemp(join(tmpdir(), 'mneme-large-'));
    size = await writeLargeExport(join(folder, 'export.zip'), BYTES, BYTES);
  }, 600_000);
  afterAll(() => rm(folder, { recursive: true }));

  /** By a process that may keep so little. */
  const mneme = async (...words: string[]): Promise<FinishedCommand & { readonly megabytes: number }> => {
    const place = join(folder, 'peak');
    const env = {
      MNEME_API_KEY: tenant.api.token ?? '',
      MNEME_TENANT: tenant.tenantId,
      PEAK_MEMORY: place,
      NODE_OPTIONS: `--max-old-space-size=${HEAP_MEGABYTES} --require=${resolve('test/support/dumps/peak-memory.cjs')}`,
    };
    const finished = await mnemeCommandIn(folder, env, ...words, '--json');
    return { ...finished, megabytes: Number(await readFile(place, 'utf8')) };
  };

  it('is shown in constant memory', async () => {
    const { out, code, megabytes } = await mneme('import', 'export.zip', '--dry-run');
    expect(code).toBe(0);
    const skipped = [{ reason: 'a message of a discarded branch', count: size.conversations }];
    const expected = { form: 'chatgpt', records: size.messages, sessions: size.conversations, skipped };
    expect(JSON.parse(out)).toMatchObject(expected);
    expect(megabytes).toBeLessThan(PROCESS_MEGABYTES);
  }, 600_000);

  it('is imported in constant memory, and again without adding anything', async () => {
    const first = await mneme('import', 'export.zip', '--url', tenant.api.url);
    const counts = { read: size.messages, failed: 0, aborted: false };
    expect(JSON.parse(first.out)).toMatchObject({ ...counts, created: size.messages, present: 0 });
    expect(first.megabytes).toBeLessThan(PROCESS_MEGABYTES);
    const again = await mneme('import', 'export.zip', '--url', tenant.api.url);
    expect(JSON.parse(again.out)).toMatchObject({ ...counts, created: 0, present: size.messages });
  }, 3_600_000);
});
