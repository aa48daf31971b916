import { isWord, type Token } from './tokens.js';

const MAX_ENTITIES = 24;
const MAX_NAME_LENGTH = 4;
const MAX_QUOTE_LENGTH = 60;
const mark = /\p{M}/gu;

const quoted =
  /["“«「『]([^"”»」』\n]{2,60})["”»」』]|(?<![\p{L}\p{N}])'([^'\n]{2,60})'(?![\p{L}\p{N}])|`([^`\n]{2,60})`/gu;
const tagged = /(?<![\p{L}\p{N}_/])[#@](\p{L}[\p{L}\p{N}_-]{1,39})/gu;
const connectors = new Set('of the de la le von van der del di da do and & für'.split(' '));
/** Capitalised at the start of a sentence because anything would be. */
const common = new Set(
  `a an the this that these those i i'm i've i'd i'll we we're we've we'd we'll you he she it its it's they them there here my our your his her their who what when where why how which
  and but or nor so yet if as at by for from in into of on off onto out over to up with without after before since until while because although though during between among against under about
  no not never yes maybe perhaps just only even still also too very then now today tomorrow yesterday tonight again once twice next last first second third one two three four five six seven eight nine ten
  all any both each every few many more most much neither none nobody nothing other some such same everyone everybody someone somebody something
  is are was were be been am do does did done have has had can could may might must shall should will would let let's don't didn't can't won't
  monday tuesday wednesday thursday friday saturday sunday january february march april may june july august september october november december
  bought got went took made paid sold signed called told asked said met saw found read heard booked ordered tried moved started finished spent back gave put felt
  good great new old big small quick note idea reminder update meeting call option plan ok okay oh well please thanks mr mrs ms dr`.split(
    /\s+/,
  ),
);

/**
 * Names, products and quoted things of a text, normalised (lower case, without accents, "Ann's" is "ann"): runs of
 * capitalised words, words that mix letters with digits or capitals ("pgvector2", "iPhone"), `@`/`#` names, quotes.
 * A capital at the start of a sentence counts unless the word is a common one.
 */
export function entitiesOf(content: string, tokens: readonly Token[]): string[] {
  return [...writtenEntities(content, tokens).keys()];
}

/**
 * How a text writes those of its entities that are not written as `capitalisedName` has them: "Mãe", "iPhone". Few are,
 * and what is stored of each memory is read for every tenant of 100,000 memories.
 */
export function spellingsOf(content: string, tokens: readonly Token[]): [entity: string, written: string][] {
  return [...writtenEntities(content, tokens)].filter(([entity, written]) => written !== capitalisedName(entity));
}

/** The usual way to write a name. */
export function capitalisedName(name: string): string {
  return name.replaceAll(/(?<!\S)\p{L}/gu, (letter) => letter.toUpperCase());
}

/** Entities by what they are compared by, each as it is written first. */
function writtenEntities(content: string, tokens: readonly Token[]): Map<string, string> {
  const entities = new Map<string, string>();
  for (const written of [...quotesIn(content), ...namesIn(tokens)]) {
    const name = normalised(written);
    if (name.length < 2 || entities.has(name)) continue;
    if (entities.size === MAX_ENTITIES) break;
    entities.set(
      name,
      written
        .normalize('NFC')
        .replace(/['’]s?$/, '')
        .trim(),
    );
  }
  return entities;
}

/** What an entity is compared by. */
export function normalised(name: string): string {
  return name
    .normalize('NFKD')
    .replaceAll(mark, '')
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll('’', "'")
    .replace(/'s?$/, '')
    .trim();
}

function quotesIn(content: string): string[] {
  const names = [...content.matchAll(quoted)].map((match) => match[1] ?? match[2] ?? match[3] ?? '');
  const short = names.filter((name) => name.length <= MAX_QUOTE_LENGTH && name.split(/\s+/).length <= MAX_NAME_LENGTH);
  return [
    ...short.filter((name) => !/[,.!?]$/.test(name)),
    ...[...content.matchAll(tagged)].map((match) => match[1] ?? ''),
  ];
}

function namesIn(tokens: readonly Token[]): string[] {
  const names: string[] = [];
  let run: string[] = [];
  const flush = () => {
    while (run.length > 0 && connectors.has(run.at(-1) ?? '')) run.pop();
    if (run.length > 0) names.push(run.slice(0, MAX_NAME_LENGTH).join(' '));
    if (run.length > 1) names.push(...run.filter((word) => !connectors.has(word) && word.length > 2));
    run = [];
  };
  tokens.forEach((token, i) => {
    if (isNameLike(token)) run.push(token.text.replace(/['’]s$/, ''));
    else if (run.length > 0 && connectors.has(token.lower) && isNameLike(tokens[i + 1])) run.push(token.text);
    else flush();
  });
  flush();
  return names;
}

function isNameLike(token: Token | undefined): boolean {
  if (!token || !isWord(token) || common.has(token.lower.replace(/'s?$/, ''))) return false;
  return /^\p{Lu}/u.test(token.text) || /\p{Ll}\p{Lu}/u.test(token.text);
}
