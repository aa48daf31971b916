import type { FeatureExtractionPipeline, Tensor } from '@xenova/transformers';
import { readConfig } from '@mneme/platform/config';
import { locateModel } from '../../libs/retrieval/text-models/model-location.js';
import { openModel } from '../../libs/retrieval/text-models/open-model.js';
import type { TextModel } from '../../libs/retrieval/text-models/text-model.js';
import { TextWorkers } from '../../libs/retrieval/embedding/text-workers.js';
import { analyzeDocument } from '../../libs/retrieval/lexical/document-analysis.js';
import { Corpus } from './data/corpus.js';
import { PlainModel } from './floor/plain-model.js';
import { table } from './report/report.js';

const TEXTS = 4_096;
const PLAIN_TEXTS = 1_024;
const BATCH = 64;
const ROUNDS = 3;
const MODEL = locateModel('builtin-fast', { modelsDir: '', modelsRemote: false, modelsHubUrl: '' });

/** Milliseconds of processor time: first of all texts, then of one. */
interface Parts {
  tokens: number;
  model: number;
  pooling: number;
  terms: number;
  service: number;
}

/**
 * Where the static model's time goes: `node dist-test/test/bench/embedding.main.js [FOLDER_WITH_NDJSON]`. First the parts of
 * Transformers.js in this thread and the service's own way, then Transformers.js as a whole, then the service's in one and
 * in two worker threads, fed as the service feeds them.
 */
async function main(): Promise<void> {
  const corpus = await Corpus.open(process.argv[2]);
  const texts = corpus.memories(TEXTS).map(({ content }) => content);
  const parts = await partsOf(texts);
  const row = (name: string, ms: number): string[] => [name, ms.toFixed(3)];
  const words = texts.reduce((sum, text) => sum + text.split(' ').length, 0) / texts.length;
  console.log(`${TEXTS} texts of ${words.toFixed(0)} words, batches of ${BATCH}, this thread alone`);
  const whole = [row('Transformers.js: tokenise', parts.tokens), row('run the model', parts.model)];
  const rest = [row('pool', parts.pooling), row('the service: all three', parts.service), row('terms', parts.terms)];
  console.log(table(['part', 'CPU ms a text'], [...whole, ...rest]));
  const plain = await PlainModel.load('builtin-fast');
  for (const batch of [1, 8, 32]) console.log(await plainRate(plain, texts.slice(0, PLAIN_TEXTS), batch));
  for (const threads of [1, 2]) console.log(await throughput(texts, threads));
  process.exit(0);
}

async function partsOf(texts: readonly string[]): Promise<Parts> {
  const { env, pipeline } = await import('@xenova/transformers');
  env.localModelPath = MODEL.parent;
  env.allowRemoteModels = false;
  const extractor = await pipeline('feature-extraction', MODEL.name, { quantized: MODEL.quantized });
  // It remembers words in its own tokenizer, so it gets a pipeline of its own.
  const loaded = await openModel(MODEL, () => undefined);
  const rounds: Parts[] = [];
  for (let round = 0; round <= ROUNDS; round++) rounds.push(await measured(extractor, loaded, texts));
  const best = (part: keyof Parts): number => Math.min(...rounds.slice(1).map((each) => each[part])) / texts.length;
  const [tokens, model, pooling] = [best('tokens'), best('model'), best('pooling')];
  return { tokens, model, pooling, terms: best('terms'), service: best('service') };
}

async function measured(
  extractor: FeatureExtractionPipeline,
  loaded: TextModel,
  texts: readonly string[],
): Promise<Parts> {
  const { mean_pooling: meanPooling } = await import('@xenova/transformers');
  const parts: Parts = { tokens: 0, model: 0, pooling: 0, terms: 0, service: 0 };
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
    await timed('pooling', () => meanPooling(output.last_hidden_state, inputs.attention_mask).normalize());
    await timed('service', () => loaded.embed(batch));
    await timed('terms', () =>
      batch.map((content) => analyzeDocument({ content, tags: [], metadata: {}, createdAt: new Date() })),
    );
  }
  return parts;
}

async function plainRate(plain: PlainModel, texts: readonly string[], batch: number): Promise<string> {
  const start = performance.now();
  await plain.embed(texts, batch);
  const rate = Math.round((1_000 * texts.length) / (performance.now() - start));
  return `Transformers.js alone, batches of ${batch}: ${rate} texts a second`;
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
  const pool = new TextWorkers({ ...readConfig(), embeddingThreads: threads });
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
