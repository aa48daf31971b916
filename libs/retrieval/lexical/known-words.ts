import { installedRoot } from '@mneme/platform/config';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Shorter ones have no near spellings. */
const word = /^[a-z]{4,}$/;

/**
 * Some 20,000 English words in lower case, many first names among them: those that the built-in model's tokenizer has
 * in one piece. Read once, with this file.
 */
export const knownWords: ReadonlySet<string> = new Set(vocabulary().filter((piece) => word.test(piece)));

function vocabulary(): string[] {
  const file = join(installedRoot(), 'models', 'builtin', 'tokenizer.json');
  const { model } = JSON.parse(readFileSync(file, 'utf8')) as { model: { vocab: Record<string, number> } };
  return Object.keys(model.vocab);
}
