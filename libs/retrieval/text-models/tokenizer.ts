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

  constructor(private readonly tokenizer: TextTokenizer) {
    this.special = new Set(tokenizer.all_special_ids);
  }

  /** @returns special tokens included, or none where the text says nothing that the model knows */
  of(text: string): number[] {
    const all = this.tokenizer.encode(text);
    const known = all.filter((token) => token !== this.tokenizer.unk_token_id);
    const telling = known.some((token) => !this.special.has(token));
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
