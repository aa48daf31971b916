import { env, type FeatureExtractionPipeline, pipeline } from '@xenova/transformers';
import { move } from 'piscina';
import { type AnalyzedPassage, analyzeDocument, type DocumentText } from '../lexical/document-analysis.js';
import type { ModelLocation } from './model-location.js';

let loaded: { key: string; extractor: Promise<FeatureExtractionPipeline> } | undefined;

/** Task `analyze`: passages and terms, a list a document. */
export function analyze(documents: readonly DocumentText[]): AnalyzedPassage[][] {
  return documents.map(analyzeDocument);
}

/** Task `embed`: unit-length vectors in the order of the texts, one behind the other. */
export async function embed(task: { model: ModelLocation; texts: readonly string[] }): Promise<Float32Array> {
  const extractor = await extractorOf(task.model);
  const output = await extractor([...task.texts], { pooling: 'mean', normalize: true });
  return move(Float32Array.from(output.data as Float32Array)) as Float32Array;
}

/** Each thread keeps one model; after a failure the next task loads again. */
function extractorOf(model: ModelLocation): Promise<FeatureExtractionPipeline> {
  const key = JSON.stringify(model);
  if (loaded?.key !== key) {
    loaded = { key, extractor: load(model) };
    loaded.extractor.catch(() => (loaded = undefined));
  }
  return loaded.extractor;
}

function load(model: ModelLocation): Promise<FeatureExtractionPipeline> {
  env.localModelPath = model.parent;
  env.cacheDir = model.parent;
  env.allowRemoteModels = model.remote;
  return pipeline('feature-extraction', model.name, { quantized: model.quantized, local_files_only: !model.remote });
}
