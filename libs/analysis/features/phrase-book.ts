import type { Token } from './tokens.js';

interface Node {
  next: Map<string, Node>;
  weights: Map<string, number>;
}

const units =
  /^(?:minutes?|hours?|days?|nights?|weeks?|weekends?|months?|years?|quarters?|seasons?|terms?|winters?|summers?|fortnights?)$/;
const numberWords = new Set(
  'a an one two three four five six seven eight nine ten eleven twelve few several couple half dozen'.split(' '),
);

/**
 * Finds phrases in a text in one pass, in a time independent of their number. A phrase is written as words in lower case; `*` stands
 * for any one word, `#` for a number, `@` for a unit of time, `$` for a sign of money.
 */
export class PhraseBook {
  private readonly root: Node = emptyNode();

  /** @param book phrases of a name, one a line or separated by `|` */
  constructor(book: Readonly<Record<string, string>>) {
    for (const [name, phrases] of Object.entries(book)) {
      for (const phrase of phrases.split(/[|\n]/)) this.add(name, phrase.trim());
    }
  }

  /** How often phrases of each name stand in the text; the longest phrase at a place counts, shorter ones inside it do not. */
  count(tokens: readonly Token[]): Map<string, number> {
    const counts = new Map<string, number>();
    for (let at = 0; at < tokens.length;) {
      const found = this.longest(this.root, tokens, at);
      for (const [name, weight] of found?.weights ?? []) counts.set(name, (counts.get(name) ?? 0) + weight);
      at = found ? Math.max(found.end, at + 1) : at + 1;
    }
    return counts;
  }

  /** The first phrase of a name that is wanted, as the text has it. */
  first(tokens: readonly Token[], name: string, isWanted: (phrase: string) => boolean): string | undefined {
    for (let at = 0; at < tokens.length; at++) {
      const found = this.longest(this.root, tokens, at);
      if (!found?.weights.has(name)) continue;
      const phrase = tokens
        .slice(at, found.end)
        .map(({ text }) => text)
        .join(' ');
      if (isWanted(phrase)) return phrase;
    }
    return undefined;
  }

  private longest(
    node: Node,
    tokens: readonly Token[],
    at: number,
  ): { weights: Map<string, number>; end: number } | undefined {
    let best = node.weights.size > 0 ? { weights: node.weights, end: at } : undefined;
    const word = tokens[at]?.lower;
    if (word === undefined) return best;
    for (const kind of kindsOf(word)) {
      const next = node.next.get(kind);
      const found = next && this.longest(next, tokens, at + 1);
      if (found && (!best || found.end > best.end)) best = found;
    }
    return best;
  }

  private add(name: string, phrase: string): void {
    if (phrase === '') return;
    let node = this.root;
    for (const word of phrase.split(/\s+/)) {
      const next = node.next.get(word) ?? emptyNode();
      node.next.set(word, next);
      node = next;
    }
    node.weights.set(name, 1);
  }
}

function emptyNode(): Node {
  return { next: new Map(), weights: new Map() };
}

function kindsOf(word: string): string[] {
  const kinds = [word];
  if (/^\p{L}/u.test(word)) kinds.push('*');
  if (/^\p{N}/u.test(word) || numberWords.has(word)) kinds.push('#');
  if (units.test(word)) kinds.push('@');
  if (/^[€$£¥]$/.test(word)) kinds.push('$');
  return kinds;
}
