import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { MemoryType } from '../../../libs/memories/storage/memory-types.js';
import { generatedTexts } from './generated-texts.js';
import { randomNumbers } from '../../support/vectors/vector-samples.js';

/** A memory as a client would give it. */
export interface BenchMemory {
  readonly content: string;
  readonly type: MemoryType;
  readonly importance: number;
  readonly tags: readonly string[];
  readonly metadata: Readonly<Record<string, unknown>>;
}

const TYPES: readonly MemoryType[] = ['episodic', 'semantic', 'procedural'];
const TAGS = ['work', 'family', 'travel', 'health', 'budget', 'design', 'music', 'garden', 'code', 'food'];
const SPEAKERS = ['Anna', 'Ben', 'Chiara', 'Deniz', 'Emil'];
const QUESTIONS = [
  'What did we say about',
  'Who talked about',
  'When was it about',
  'Why do we want',
  'What is known of',
];
const FIRST_DAY = Date.UTC(2025, 0, 1);
const DAY_MS = 86_400_000;

/** Texts to store and questions to ask, the same ones in every run. */
export class Corpus {
  private readonly random = randomNumbers(7);
  private given = 0;

  private constructor(private readonly texts: readonly string[]) {}

  /** @param folder with `*.ndjson`, a memory a line */
  static async open(folder: string | undefined): Promise<Corpus> {
    return new Corpus(folder === undefined ? generatedTexts(20_000) : await storedTexts(folder));
  }

  memories(count: number): BenchMemory[] {
    return Array.from({ length: count }, () => this.memory());
  }

  /** Each asked once only, so that no cache of queries answers. */
  queries(count: number): string[] {
    return Array.from({ length: count }, () => {
      const words = this.pick(this.texts)
        .split(/[^\p{L}]+/u)
        .filter((word) => word.length > 3);
      const topic = Array.from({ length: 3 }, () => (words.length > 0 ? this.pick(words) : 'it'));
      return `${this.pick(QUESTIONS)} ${topic.join(' ')} ${this.pick(this.pick(this.texts).split(' '))}?`;
    });
  }

  private memory(): BenchMemory {
    const round = Math.floor(this.given / this.texts.length);
    const text = this.texts[this.given++ % this.texts.length] ?? '';
    const occurredAt = new Date(FIRST_DAY + Math.floor(this.random() * 300) * DAY_MS).toISOString();
    return {
      content: round === 0 ? text : `${text} (${round})`,
      type: this.pick(TYPES),
      importance: Math.round(this.random() * 100) / 100,
      tags: this.random() < 0.5 ? [] : [this.pick(TAGS)],
      metadata: { speaker: this.pick(SPEAKERS), occurredAt },
    };
  }

  private pick<T>(items: readonly T[]): T {
    return items[Math.floor(this.random() * items.length)]!;
  }
}

async function storedTexts(folder: string): Promise<string[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.ndjson')).sort();
  const files = await Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')));
  const lines = files.flatMap((file) => file.split('\n')).filter((line) => line !== '');
  if (lines.length === 0) throw new Error(`there is no NDJSON in ${folder}`);
  return lines.map((line) => (JSON.parse(line) as BenchMemory).content);
}
