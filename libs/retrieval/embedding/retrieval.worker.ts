import { parentPort } from 'node:worker_threads';
import type { FeatureExtractionPipeline } from '@xenova/transformers';
import { move } from 'piscina';
import { type AnalyzedPassage, analyzeDocument, type DocumentText } from '../lexical/document-analysis.js';
import type { QueryWord } from '../lexical/query-terms.js';
import type { FileProgress } from './download-log.js';
import { LoadedModel } from './loaded-model.js';
import type { ModelLocation } from './model-location.js';

/** A model that was not used for so long beside another one is let go. */
const KEPT_MS = 60_000;

interface Loaded {
  readonly model: Promise<LoadedModel>;
  usedAt: number;
}

const loaded = new Map<string, Loaded>();

/** Task `analyze`: passages and terms, a list a document. */
export function analyze(documents: readonly DocumentText[]): AnalyzedPassage[][] {
  return documents.map(analyzeDocument);
}

/** Task `queryWords`: the words to look for. Imported late, since few queries are long enough for a thread. */
export async function queryWords(query: string): Promise<QueryWord[]> {
  const terms = await import('../lexical/query-terms.js');
  return terms.queryWords(query);
}

/** Task `embed`: unit-length vectors in the order of the texts, one behind the other. */
export async function embed(task: { model: ModelLocation; texts: readonly string[] }): Promise<Float32Array> {
  const model = await modelOf(task.model);
  return move(await model.embed(task.texts)) as Float32Array;
}

/**
 * Each thread keeps the models in use: two while one takes over from the other, when texts for both come in turn. After a
 * failure the next task loads again.
 */
function modelOf(model: ModelLocation): Promise<LoadedModel> {
  const key = JSON.stringify(model);
  const now = Date.now();
  for (const [other, { usedAt }] of loaded) if (other !== key && now - usedAt > KEPT_MS) loaded.delete(other);
  const known = loaded.get(key) ?? { model: open(model), usedAt: now };
  known.usedAt = now;
  if (!loaded.has(key)) {
    loaded.set(key, known);
    known.model.catch(() => loaded.delete(key));
  }
  return known.model;
}

async function open(model: ModelLocation): Promise<LoadedModel> {
  return LoadedModel.of(await load(model));
}

/** The library is imported late, so that analysis alone does without the native runtime. */
async function load(model: ModelLocation): Promise<FeatureExtractionPipeline> {
  const { env, pipeline } = await import('@xenova/transformers');
  const { parent, name, hub, quantized } = model;
  env.localModelPath = parent;
  env.cacheDir = parent;
  env.allowRemoteModels = hub !== undefined;
  if (hub === undefined) return pipeline('feature-extraction', name, { quantized, local_files_only: true });
  env.remoteHost = hub;
  return pipeline('feature-extraction', name, { quantized, progress_callback: reportDownload });
}

/** Tells the main thread, which logs it; files that are there already are reported as well. */
function reportDownload(progress: Partial<FileProgress> & { readonly status: string }): void {
  if (progress.status === 'progress') parentPort?.postMessage({ ...progress });
}
