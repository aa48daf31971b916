import { parentPort } from 'node:worker_threads';
import { move } from 'piscina';
import { type AnalyzedPassage, analyzeDocument, type DocumentText } from '../lexical/document-analysis.js';
import type { QueryWord } from '../lexical/query-words.js';
import { type PositionTask, type TermPosition, termPositions } from '../lexical/term-positions.js';
import type { FileProgress } from './download-log.js';
import type { ModelLocation } from '../text-models/model-location.js';
import { openComposite, openModel } from '../text-models/open-model.js';
import type { TextModel } from '../text-models/text-model.js';

/** A model that was not used for so long beside another one is let go. */
const KEPT_MS = 60_000;

interface Loaded {
  readonly model: Promise<TextModel>;
  usedAt: number;
}

const loaded = new Map<string, Loaded>();

/** Task `analyze`: passages and terms, a list a document. */
export function analyze(documents: readonly DocumentText[]): AnalyzedPassage[][] {
  return documents.map(analyzeDocument);
}

/** Task `positions`: where each text holds any of its terms. */
export function positions(tasks: readonly PositionTask[]): TermPosition[][] {
  return tasks.map(({ text, wanted }) => termPositions(text, new Set(wanted)));
}

/** Task `queryWords`: the words to look for. Imported late, since few queries are long enough for a thread. */
export async function queryWords({ query, today }: { query: string; today?: Date }): Promise<QueryWord[]> {
  const terms = await import('../lexical/query-words.js');
  return terms.queryWords(query, today);
}

/** Task `embed`: vectors as `TextModel.embed` gives them. */
export async function embed(task: { model: ModelLocation; texts: readonly string[] }): Promise<Float32Array> {
  const model = await modelOf(task.model);
  return move(await model.embed(task.texts)) as Float32Array;
}

/**
 * Each thread keeps the models in use: two while one takes over from the other, when texts for both come in turn. After a
 * failure the next task loads again.
 */
function modelOf(model: ModelLocation): Promise<TextModel> {
  const key = JSON.stringify(model);
  const now = Date.now();
  const half = loaded.get(JSON.stringify(firstHalf(model)));
  if (half !== undefined) half.usedAt = now;
  for (const [other, { usedAt }] of loaded) if (other !== key && now - usedAt > KEPT_MS) loaded.delete(other);
  const known = loaded.get(key) ?? { model: open(model), usedAt: now };
  known.usedAt = now;
  if (!loaded.has(key)) {
    loaded.set(key, known);
    known.model.catch(() => loaded.delete(key));
  }
  return known.model;
}

async function open(model: ModelLocation): Promise<TextModel> {
  const { second } = model;
  if (second === undefined) return openModel(model, reportDownload);
  return openComposite(await modelOf(firstHalf(model)), model, second);
}

/** Analyses ask for it by itself: both share it. */
function firstHalf(model: ModelLocation): ModelLocation {
  return { ...model, second: undefined };
}

/** Tells the main thread, which logs it. */
function reportDownload(progress: unknown): void {
  const { status, ...file } = progress as FileProgress & { readonly status: string };
  if (status === 'progress') parentPort?.postMessage({ status, ...file });
}
