import type { FeatureExtractionPipeline, Tensor } from '@xenova/transformers';
import { join } from 'node:path';
import { installedRoot, readConfig } from '@mneme/platform';
import { TextPool } from '../../libs/retrieval/embedding/text-pool.js';
import { meanPool } from '../../libs/retrieval/embedding/mean-pooling.js';
import { analyzeDocument } from '../../libs/retrieval/lexical/document-analysis.js';
import { Corpus } from './corpus.js';
import { table } from './report.js';

const TEXTS = 4_096;
const BATCH = 64;
const ROUNDS = 3;
const MODEL = { parent: join(installedRoot(), 'models'), name: 'builtin', hub: undefined, quantized: true };

/** Milliseconds a text of the parts of embedding, best of the rounds: other processes only ever add. */
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
  console.log(table(['part', 'ms a text', 'of embedding'], [...rows, row('(terms, beside it)', parts.terms)]));
  for (const threads of [1, 2]) console.log(`${threads} threads: ${await throughput(texts, threads)} texts a second`);
  process.exit(0);
}

async function partsOf(texts: readonly string[]): Promise<Parts> {
  const { env, pipeline } = await import('@xenova/transformers');
  env.localModelPath = MODEL.parent;
  env.allowRemoteModels = false;
  const extractor = await pipeline('feature-extraction', MODEL.name, { quantized: MODEL.quantized });
  const rounds: Parts[] = [];
  for (let round = 0; round <= ROUNDS; round++) rounds.push(await measured(extractor, texts));
  const best = (part: keyof Parts): number => Math.min(...rounds.slice(1).map((each) => each[part])) / texts.length;
  return { tokens: best('tokens'), model: best('model'), pooling: best('pooling'), terms: best('terms') };
}

async function measured(extractor: FeatureExtractionPipeline, texts: readonly string[]): Promise<Parts> {
  const parts: Parts = { tokens: 0, model: 0, pooling: 0, terms: 0 };
  const timed = async <T>(part: keyof Parts, work: () => T | Promise<T>): Promise<T> => {
    const start = performance.now();
    const result = await work();
    parts[part] += performance.now() - start;
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

interface Inputs {
  readonly attention_mask: Tensor;
}

/** Twice as many batches under way as threads, as writers who wait in turn make them. */
async function throughput(texts: readonly string[], threads: number): Promise<number> {
  const pool = new TextPool({ ...readConfig(), embeddingThreads: threads });
  await pool.load(MODEL);
  const seconds: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const start = performance.now();
    const batches = Array.from({ length: texts.length / BATCH }, (_, i) => texts.slice(i * BATCH, (i + 1) * BATCH));
    const feed = async (): Promise<void> => {
      for (let batch = batches.pop(); batch !== undefined; batch = batches.pop()) await pool.embed(MODEL, batch);
    };
    await Promise.all(Array.from({ length: 2 * threads }, feed));
    seconds.push((performance.now() - start) / 1_000);
  }
  return Math.round(texts.length / Math.min(...seconds));
}

await main();
