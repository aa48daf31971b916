import { modelFamily } from '../text-models/model-family.js';
import type { Prefixes } from './batched.embedder.js';

/** The part of AppConfig that decides it. */
export interface PrefixSettings {
  readonly embeddingQueryPrefix: string | undefined;
  readonly embeddingPassagePrefix: string | undefined;
}

/** Those of the model's family, or what the configuration says instead. */
export function prefixesOf(name: string, { embeddingQueryPrefix, embeddingPassagePrefix }: PrefixSettings): Prefixes {
  const { queryPrefix, passagePrefix } = modelFamily(name);
  return { query: embeddingQueryPrefix ?? queryPrefix, passage: embeddingPassagePrefix ?? passagePrefix };
}
