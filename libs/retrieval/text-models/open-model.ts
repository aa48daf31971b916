import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { CompositeModel } from './composite-model.js';
import { ContextualModel } from './contextual-model.js';
import type { ModelLocation } from './model-location.js';
import { OnnxSession } from './onnx-session.js';
import type { TextModel } from './text-model.js';
import { TokenVectors } from './token-vectors.js';
import { foreignPieces, KnownTokens } from './tokenizer.js';
import { cacheWords, type WordPieces } from './word-cache.js';

/** Of the second half of a composite model; the first one reads all of a passage. */
const SECOND_MAX_TOKENS = 128;

/**
 * Opens the model of a folder, downloaded there first where it is not complete and may be; without its second half. The
 * libraries are imported late, so that analysis alone does without the native runtime.
 */
export async function openModel(location: ModelLocation, report: (progress: unknown) => void): Promise<TextModel> {
  const { parent, name, hub, quantized, pooling } = location;
  const { env, pipeline } = await import('@xenova/transformers');
  env.cacheDir = parent;
  env.allowRemoteModels = hub !== undefined;
  if (hub !== undefined) env.remoteHost = hub;
  const weights = fileOf(location, quantized ? 'model_quantized.onnx' : 'model.onnx');
  if (!existsSync(weights)) await pipeline('feature-extraction', name, { quantized, progress_callback: report });
  const { tokens, vocabulary } = await tokenizerOf(location);
  const session = await OnnxSession.open(weights);
  return (await tokenVectors(session, tokens, vocabulary)) ?? (await ContextualModel.of(session, tokens, pooling));
}

/** The two halves of a composite model side by side. */
export async function openComposite(first: TextModel, location: ModelLocation, second: string): Promise<TextModel> {
  const { tokens } = await tokenizerOf(location);
  const session = await OnnxSession.open(fileOf(location, second));
  return new CompositeModel(first, await ContextualModel.of(session, tokens, 'mean', SECOND_MAX_TOKENS));
}

function fileOf({ parent, name }: ModelLocation, file: string): string {
  return join(parent, name, 'onnx', file);
}

async function tokenizerOf({ parent, name, hub }: ModelLocation): Promise<{ tokens: KnownTokens; vocabulary: number }> {
  const { AutoTokenizer, env } = await import('@xenova/transformers');
  env.localModelPath = parent;
  const tokenizer = await AutoTokenizer.from_pretrained(name, hub === undefined ? { local_files_only: true } : {});
  const { model } = tokenizer as unknown as { model: WordPieces & { readonly vocab: readonly string[] } };
  cacheWords(model);
  return { tokens: new KnownTokens(tokenizer, foreignPieces(model.vocab)), vocabulary: model.vocab.length };
}

/** None for a model that needs more, or cannot be run on tokens of our choice. */
async function tokenVectors(
  session: OnnxSession,
  tokens: KnownTokens,
  vocabulary: number,
): Promise<TokenVectors | undefined> {
  if (!session.takesTokensOnly) return undefined;
  try {
    return await TokenVectors.of({
      tokensOf: (text) => tokens.of(text),
      run: async (some) => (await session.run(some)).hidden,
      vocabulary,
      dimensions: (await session.run([0])).dimensions,
    });
  } catch {
    return undefined;
  }
}
