import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { randomNumbers } from '../../support/vectors/vector-samples.js';
import { REPOSITORY } from '../revision/built.js';

/** Memories that come with the repository: their words, the frequent ones first, are what texts are made of. */
const SAMPLE = join(REPOSITORY, 'samples/test-tenant/memories.ndjson');
const VOCABULARY = 4_000;
const WORD = /[a-z]{3,}/g;
const TEXT_WORDS = { least: 8, most: 31 };
const QUERY_WORDS = 7;

/** What every peer is given and asked, the same in every run. */
export interface PeerTexts {
  readonly texts: readonly string[];
  readonly queries: readonly string[];
}

/** All texts and all queries are different. */
export async function peerTexts(texts: number, queries: number): Promise<PeerTexts> {
  const words = await frequentWords();
  const random = randomNumbers(7);
  // The square makes frequent words more frequent.
  const sentence = (length: number): string =>
    Array.from({ length }, () => words[Math.floor(words.length * random() ** 2)]).join(' ');
  const { least, most } = TEXT_WORDS;
  const length = (): number => least + Math.floor(random() * (most - least + 1));
  return {
    texts: Array.from({ length: texts }, (_, i) => `note ${i}: ${sentence(length())}`),
    queries: Array.from({ length: queries }, () => `${sentence(QUERY_WORDS)}?`),
  };
}

async function frequentWords(): Promise<string[]> {
  const counts = new Map<string, number>();
  const lines = (await readFile(SAMPLE, 'utf8')).split('\n').filter((line) => line !== '');
  for (const line of lines) {
    const { content } = JSON.parse(line) as { content: string };
    for (const word of content.toLowerCase().match(WORD) ?? []) counts.set(word, (counts.get(word) ?? 0) + 1);
  }
  const sorted = [...counts].sort(([, one], [, other]) => other - one);
  return sorted.slice(0, VOCABULARY).map(([word]) => word);
}
