import { rm } from 'node:fs/promises';

export default async function tearDown(): Promise<void> {
  const folder = process.env['MNEME_TEST_DATABASES'];
  if (folder !== undefined) await rm(folder, { recursive: true, force: true });
}
