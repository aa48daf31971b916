import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A folder for what the files of this run share: database-template.ts. Jest loads this file without our import paths. */
export default async function setUp(): Promise<void> {
  process.env['MNEME_TEST_DATABASES'] = await mkdtemp(join(tmpdir(), 'mneme-template-'));
}
