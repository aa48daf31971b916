import type { Bed, BedOptions } from './bed.js';
import type { BenchMemory } from '../data/corpus.js';
import { makeEmbeddedBed } from './embedded.bed.js';
import type { ProfileName } from '../report/options.js';
import { makePostgresBed } from './postgres.bed.js';

type MakeBed = (memories: readonly BenchMemory[], options: BedOptions) => Promise<Bed>;

const BEDS: Readonly<Record<ProfileName, MakeBed>> = {
  embedded: makeEmbeddedBed,
  postgres: makePostgresBed,
  qdrant: makePostgresBed,
};

export async function makeBed(
  profile: ProfileName,
  memories: readonly BenchMemory[],
  options: Omit<BedOptions, 'qdrant'>,
): Promise<Bed> {
  return BEDS[profile](memories, { ...options, qdrant: profile === 'qdrant' });
}
