/** The part of a tokenizer of Transformers.js that is used. */
export interface TextTokenizer {
  encode(text: string): number[];
  readonly unk_token_id?: number | undefined;
  readonly all_special_ids: readonly number[];
  readonly model_max_length: number;
}

/**
 * Tokens of texts without those that stand for what the vocabulary does not have: every unknown word would be the same
 * word. None at all of a text that has no other.
 */
export class KnownTokens {
  private readonly special: ReadonlySet<number>;

  /** @param foreign of the vocabulary: see `foreignPieces` */
  constructor(
    private readonly tokenizer: TextTokenizer,
    private readonly foreign: ForeignPieces = { spelled: new Set(), wordless: new Set() },
  ) {
    this.special = new Set(tokenizer.all_special_ids);
  }

  /** @returns special tokens included, or none where the text says nothing that the model knows */
  of(text: string): number[] {
    const { spelled, wordless } = this.foreign;
    const all = this.tokenizer.encode(text);
    const known = all.filter((token) => token !== this.tokenizer.unk_token_id && !spelled.has(token));
    // Of a text in another script numbers and signs are left: every question has a question mark.
    const isForeign = known.length < all.length;
    const telling = known.some((token) => !this.special.has(token) && !(isForeign && wordless.has(token)));
    // An empty text has no unknown token either: it is left as the model has it.
    return telling || known.length === all.length ? this.truncated(known, this.tokenizer.model_max_length) : [];
  }

  /** The first ones, and the last if that ends every text. */
  truncated(tokens: readonly number[], most: number): number[] {
    if (tokens.length <= most) return [...tokens];
    const last = tokens.at(-1) ?? 0;
    return this.special.has(last) ? [...tokens.slice(0, most - 1), last] : tokens.slice(0, most);
  }
}

const letters = /\p{L}/u;
const latin = /\p{Script=Latin}/u;
const CONTINUED = /^##/;
/** More words than this share of its pieces, and the vocabulary knows other scripts. */
const MAX_WORDS = 0.05;

/** Ids of pieces by which texts in scripts that a model does not know would resemble each other. */
export interface ForeignPieces {
  /**
   * The single letters of other scripts than Latin, where a vocabulary has nothing but letters of them: all texts in such a
   * script are made of the same few pieces, whatever they say.
   */
  readonly spelled: ReadonlySet<number>;
  /** Pieces without a letter. */
  readonly wordless: ReadonlySet<number>;
}

/** None where the vocabulary has words of other scripts. */
export function foreignPieces(vocabulary: readonly string[]): ForeignPieces {
  const pieces = [...vocabulary.entries()];
  const foreign = pieces.filter(([, piece]) => letters.test(piece) && !latin.test(piece));
  const words = foreign.filter(([, piece]) => Array.from(piece.replace(CONTINUED, '')).length > 1);
  const isKnown = words.length > MAX_WORDS * foreign.length;
  return {
    spelled: new Set(isKnown ? [] : foreign.map(([id]) => id)),
    wordless: new Set(pieces.flatMap(([id, piece]) => (letters.test(piece) ? [] : id))),
  };
}
