import type { FeatureExtractionPipeline, Tensor } from '@xenova/transformers';
import { join } from 'node:path';
import { installedRoot, readConfig } from '@mneme/platform';
import { TextPool } from '../../libs/retrieval/embedding/text-pool.js';
import { meanPool } from '../../libs/retrieval/embedding/mean-pooling.js';
import { rememberWords, type WordPieces } from '../../libs/retrieval/embedding/remembered-words.js';
import { analyzeDocument } from '../../libs/retrieval/lexical/document-analysis.js';
import { Corpus } from './corpus.js';
import { table } from './report.js';

const TEXTS = 4_096;
const BATCH = 64;
const ROUNDS = 3;
const MODEL = { parent: join(installedRoot(), 'models'), name: 'builtin', hub: undefined, quantized: true };

/** Milliseconds of processor time of the parts of embedding: first of all texts, then of one. */
interface Parts {
  tokens: number;
  model: number;
  pooling: number;
  terms: number;
}

/**
 * Where the built-in model's time goes: `node dist/test/bench/embedding.main.js [FOLDER_WITH_NDJSON]`. First the parts in
 * this thread, then the whole in one and in two worker threads, fed as the service feeds them.
 */
async function main(): Promise<void> {
  const corpus = await Corpus.open(process.argv[2]);
  const texts = corpus.memories(TEXTS).map(({ content }) => content);
  const parts = await partsOf(texts);
  const whole = parts.tokens + parts.model + parts.pooling;
  const row = (name: string, ms: number): string[] => [name, ms.toFixed(3), `${Math.round((100 * ms) / whole)}%`];
  const words = texts.reduce((sum, text) => sum + text.split(' ').length, 0) / texts.length;
  console.log(`${TEXTS} texts of ${words.toFixed(0)} words, batches of ${BATCH}, this thread alone`);
  const rows = [row('tokenise', parts.tokens), row('run the model', parts.model), row('pool', parts.pooling)];
  console.log(table(['part', 'CPU ms a text', 'of embedding'], [...rows, row('(terms, beside it)', parts.terms)]));
  for (const threads of [1, 2]) console.log(await throughput(texts, threads));
  process.exit(0);
}

async function partsOf(texts: readonly string[]): Promise<Parts> {
  const { env, pipeline } = await import('@xenova/transformers');
  env.localModelPath = MODEL.parent;
  env.allowRemoteModels = false;
  const extractor = await pipeline('feature-extraction', MODEL.name, { quantized: MODEL.quantized });
  rememberWords((extractor.tokenizer as unknown as { model: WordPieces }).model);
  const rounds: Parts[] = [];
  for (let round = 0; round <= ROUNDS; round++) rounds.push(await measured(extractor, texts));
  const best = (part: keyof Parts): number => Math.min(...rounds.slice(1).map((each) => each[part])) / texts.length;
  return { tokens: best('tokens'), model: best('model'), pooling: best('pooling'), terms: best('terms') };
}

async function measured(extractor: FeatureExtractionPipeline, texts: readonly string[]): Promise<Parts> {
  const parts: Parts = { tokens: 0, model: 0, pooling: 0, terms: 0 };
  const timed = async <T>(part: keyof Parts, work: () => T | Promise<T>): Promise<T> => {
    const start = cpuMs();
    const result = await work();
    parts[part] += cpuMs() - start;
    return result;
  };
  for (let at = 0; at < texts.length; at += BATCH) {
    const batch = texts.slice(at, at + BATCH);
    const inputs = await timed(
      'tokens',
      () => extractor.tokenizer(batch, { padding: true, truncation: true }) as Inputs,
    );
    const output = await timed('model', () => extractor.model(inputs) as Promise<{ last_hidden_state: Tensor }>);
    const { data, dims } = output.last_hidden_state;
    const mask = inputs.attention_mask.data as BigInt64Array;
    const hidden = { hidden: data as Float32Array, mask, texts: batch.length, dimensions: dims.at(-1) ?? 0 };
    await timed('pooling', () => meanPool(hidden));
    await timed('terms', () => batch.map((content) => analyzeDocument({ content, tags: [], metadata: {} })));
  }
  return parts;
}

/** Of this process with all its threads: it says the same on a busy machine. */
function cpuMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
}

interface Inputs {
  readonly attention_mask: Tensor;
}

/** Twice as many batches under way as threads, as writers who wait in turn make them. */
async function throughput(texts: readonly string[], threads: number): Promise<string> {
  const pool = new TextPool({ ...readConfig(), embeddingThreads: threads });
  await pool.load(MODEL);
  const seconds: number[] = [];
  const cpu: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const [start, cpuStart] = [performance.now(), cpuMs()];
    const batches = Array.from({ length: texts.length / BATCH }, (_, i) => texts.slice(i * BATCH, (i + 1) * BATCH));
    const feed = async (): Promise<void> => {
      for (let batch = batches.pop(); batch !== undefined; batch = batches.pop()) await pool.embed(MODEL, batch);
    };
    await Promise.all(Array.from({ length: 2 * threads }, feed));
    seconds.push((performance.now() - start) / 1_000);
    cpu.push((cpuMs() - cpuStart) / texts.length);
  }
  const rate = Math.round(texts.length / Math.min(...seconds));
  return `${threads} threads: ${rate} texts a second, ${Math.min(...cpu).toFixed(3)} CPU ms a text`;
}

await main();
