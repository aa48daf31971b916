/** The part of Transformers.js's word piece model that is looked at. */
export interface WordPieces {
  readonly config: { readonly type?: string };
  /** Pieces of words, one word after the other, independent of their neighbours. */
  encode(words: string[]): string[];
}

const MAX_WORDS = 20_000;
const MAX_WORD_LENGTH = 40;

/**
 * Has a tokenizer remember the pieces of words that it has met: to find them took two fifths of its time. Other kinds of
 * models are left as they are, because they may look at more than one word.
 */
export function cacheWords(model: WordPieces): void {
  if (model.config.type !== 'WordPiece') return;
  const encode = model.encode.bind(model);
  const known = new Map<string, readonly string[]>();
  const piecesOf = (word: string): readonly string[] => {
    const remembered = known.get(word);
    if (remembered !== undefined) return remembered;
    const pieces = encode([word]);
    if (known.size >= MAX_WORDS) known.clear();
    if (word.length <= MAX_WORD_LENGTH) known.set(word, pieces);
    return pieces;
  };
  model.encode = (words) => words.flatMap(piecesOf);
}
