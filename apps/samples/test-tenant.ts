import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { MemoryImportService, MemorySeedService, type NewMemory } from '@mneme/memories';
import { installedRoot } from '@mneme/platform/config';
import { tenantId } from '@mneme/platform/ids';
import { TenantsService } from '@mneme/usage';
import type { INestApplicationContext } from '@nestjs/common';

/** Fixed by the interface: the tenant for trying things out. */
export const TEST_TENANT = tenantId('00000000-0000-0000-0000-000000000001');

/** How many memories the interface promises. */
export const SAMPLES = 975;

export const SAMPLE_FILE = join(installedRoot(), 'samples', 'test-tenant', 'memories.ndjson');
const SEED_NAME = 'test-tenant';

/** The samples cannot be used; nothing of them was stored. */
class SampleFileError extends Error {}

/** Makes the test tenant. Enterprise, so that trying things out meets no limit; a plan that it was given since holds. */
export async function ensureTestTenant(app: INestApplicationContext): Promise<void> {
  await app.get(TenantsService).ensure(TEST_TENANT, 'enterprise');
}

/**
 * Gives the test tenant its sample memories, once; again only where `reset` says so.
 * @returns how many were stored
 * @throws SampleFileError with file, line and rule where a record is not valid
 */
export async function seedTestTenant(
  app: INestApplicationContext,
  options: { file?: string; reset?: boolean; onStart?: () => void; onProgress?: (indexed: number) => void } = {},
): Promise<number> {
  const { file = SAMPLE_FILE, reset = false, ...callbacks } = options;
  const samples = await readSamples(app.get(MemoryImportService), file);
  await ensureTestTenant(app);
  return app.get(MemorySeedService).seed(TEST_TENANT, SEED_NAME, samples, { reset, ...callbacks });
}

async function readSamples(importer: MemoryImportService, file: string): Promise<NewMemory[]> {
  const content = await readFile(file, 'utf8').catch((error: unknown) => {
    throw new SampleFileError(`${file} cannot be read: ${error instanceof Error ? error.message : String(error)}`);
  });
  const samples: NewMemory[] = [];
  const seen = new Map<string, number>();
  for (const [index, text] of content.split('\n').entries()) {
    if (text.trim() === '') continue;
    const at = `${file}:${index + 1}`;
    const sample = await readSample(importer, text, at);
    const { externalId = '' } = sample;
    if (externalId === '') throw new SampleFileError(`${at}: externalId is missing`);
    const earlier = seen.get(externalId);
    if (earlier !== undefined) throw new SampleFileError(`${at}: externalId is already that of line ${earlier}`);
    seen.set(externalId, index + 1);
    samples.push(sample);
  }
  return samples;
}

async function readSample(importer: MemoryImportService, text: string, at: string): Promise<NewMemory> {
  const checked = await importer.check(text);
  if ('faults' in checked)
    throw new SampleFileError(`${at}: ${checked.faults.map(({ message }) => message).join('; ')}`);
  return checked.memory;
}
