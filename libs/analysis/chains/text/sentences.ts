import { firstCue } from '../../features/role-cues.js';
import { tokensOf } from '../../features/tokens.js';
import { contentWordsOf } from './content-words.js';
import { excerptOf } from './formatting.js';

/** Points of "Mr. Brandt", "Gartenstr. 12", "J. Adler" and "e.g." end no sentence. */
const abbreviation =
  /(?:^|[\s("“])(?:mr|mrs|ms|dr|prof|st|sr|jr|no|nr|vs|approx|ca|etc|inc|ltd|co|\p{L}*str|(?:\p{L}\.)*\p{L})\.$/iu;
const end = /(?<=[.!?…]["”)]?) +(?=["“(]?[\p{Lu}\p{N}])/u;
/** Of a sentence that says what was decided. */
const MIN_WORDS = 3;
/** As long as a topic can be. */
const MAX_TOPIC = 500;
/** Of a statement that decides. */
const MIN_DECIDED = 2;
/** How a sentence begins that tells of what may be, or of what was decided before: neither is the decision. */
const aside =
  /^[^\p{L}\p{N}]*(?:if|unless|in case|should|provided|assuming|supposing|whether|last (?:year|month|spring|summer|autumn|fall|winter|season|time)|back then|at first|originally|initially|previously)\b/iu;
const label = /^(?:decision|outcome|result|option|trigger|evidence|action|reversal)(?: (?:\d+|[a-z]))? ?[:–—-] +/i;

/** A text parted behind every full stop, question mark, exclamation mark and semicolon. */
export function statementsOf(text: string): string[] {
  return text.split(/(?<=[.!?;])\s+/);
}

/** "Decision: …" and "Option 2: …" without what they say they are. */
export function withoutLabel(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  return line.replace(label, '');
}

/** What people write of decisions only. Other words that decisions have, such as "picked", stand beside them as often. */
const settling =
  /\b(?:decid(?:ed|es)|settle[sd]|agreed (?:that|to)|a vote of|resolved|voted|adopt(?:s|ed)|it is)\b|^\P{L}*(?:booked|signed|agreed on)\b/iu;

/** The whole text where it is short enough, else the sentence that surely says what was decided, else its beginning. */
export function decidingSentence(text: string, most: number): string {
  const line = withoutLabel(text);
  if ([...line].length <= most) return line;
  const sentences = sentencesOf(line);
  const found = sentences.find((one) => !aside.test(one) && saysWhat(one)) ?? beginningOf(sentences);
  return excerptOf(found || line, most);
}

/** What to ask for where only the text of a decision is known. */
export function topicOfDecision(text: string): string {
  return excerptOf(text, MAX_TOPIC);
}

/** The first sentences in a row that are no aside: none where all are. */
function beginningOf(sentences: readonly string[]): string {
  const first = sentences.findIndex((one) => !aside.test(one));
  if (first < 0) return '';
  const rest = sentences.slice(first);
  const next = rest.findIndex((one) => aside.test(one));
  return rest.slice(0, next < 0 ? undefined : next).join(' ');
}

/** The first statement that says that something was decided, and what; where none does, the first that says anything. */
export function decidingStatement(text: string): string {
  const statements = statementsOf(withoutLabel(text)).filter((one) => contentWordsOf(one).size > 0);
  const deciding = statements.find(
    (one) => firstCue(tokensOf(one), 'decision') !== undefined && contentWordsOf(one).size >= MIN_DECIDED,
  );
  return deciding ?? statements[0] ?? text;
}

/** Whether a sentence says that something was decided, and what: "Agreed without dissent." does not. */
function saysWhat(sentence: string): boolean {
  return settling.test(sentence) && contentWordsOf(sentence).size >= MIN_WORDS;
}

/** The whole text where it is short enough, else the sentence that holds most of these words, the first of equals. */
export function nearestSentence(text: string, words: ReadonlySet<string>, most: number): string {
  const line = withoutLabel(text);
  if ([...line].length <= most) return line;
  const counts = sentencesOf(line).map((one) => ({ one, count: shared(one, words) }));
  const best = counts.reduce((first, next) => (next.count > first.count ? next : first), { one: line, count: 0 });
  return excerptOf(best.one, most);
}

function shared(text: string, words: ReadonlySet<string>): number {
  return [...contentWordsOf(text)].filter((word) => words.has(word)).length;
}

function sentencesOf(line: string): string[] {
  const sentences: string[] = [];
  for (const part of line.split(end)) {
    const before = sentences.at(-1);
    if (before !== undefined && abbreviation.test(before)) sentences.splice(-1, 1, `${before} ${part}`);
    else sentences.push(part);
  }
  return sentences;
}
