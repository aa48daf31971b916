import { isWord, tokensOf } from '../../features/tokens.js';
import { stemOf } from '../../features/word-stem.js';

const empty = new Set(
  `a about above after again against ago all almost already also although always am an and another any are aren't around as ask asked at away back be because been before being below between both but by came can can't cannot come could couldn't day days did didn't do does doesn't doing don't done down during each either else enough even ever every everybody everyone few first for from further get gets getting give given go goes going gone got had hadn't half has hasn't have haven't having he he's her here hers herself him himself his how however i i'd i'll i'm i've if in instead into is isn't it it'd it's its itself just keep kept know last later least less let let's like long made make makes many may maybe me might mine month months more most much must my myself near need needs neither never new next no nobody none nor not nothing now of off often on once one only or other others otherwise our ours ourselves out over own past per perhaps put quite rather really right said same saw say says second see seen several shall she she's should shouldn't since so some somebody someone something soon still such take taken takes than that that's the their theirs them themselves then there there's these they they'd they'll they're they've thing things think third this those though three through time times to today together told tomorrow too took toward two under until up upon us use used user very want wants was wasn't way we we'd we'll we're we've week weeks well went were weren't what what's when where whether which while who who's whole whom why will with within without won't would wouldn't year years yes yesterday yet you you're your yours yourself
  decided decision chose choose choosing picked pick settle settled story happened happen end ended become became`.split(
    /\s+/,
  ),
);

/** Words that ask how something came about, and do not say what. */
const asking = new Set(
  `adopt adopted agree agreed alternative alternatives arrive arrived background chooses chosen choice choices considered considering current currently deal dealt decide decides deciding decisions explain explained explanation history lead leads leading led nowadays option options opt opted outcome picks picking question rationale reach reached reason reasons reasoning select selected selecting selection settles settling way ways`.split(
    ' ',
  ),
);

/** The stems of the words that carry meaning, each once. Words without Latin letters are kept as they are. */
export function contentWordsOf(text: string): Set<string> {
  return new Set(writtenWords(text).keys());
}

/** Whether a text has one of these words, as `contentWordsOf` tells them. */
export function sharesWord(text: string, words: ReadonlySet<string>): boolean {
  return [...contentWordsOf(text)].some((word) => words.has(word));
}

/** As `contentWordsOf`, without the words of a topic that only ask. */
export function topicTermsOf(topic: string): Set<string> {
  return new Set(writtenWords(topic, asking).keys());
}

/** The words of a topic that say what it is about, as they are written (lower case, each once by its stem), in their order. */
export function topicWordsOf(topic: string): string[] {
  return [...writtenWords(topic, asking).values()];
}

/** Words that carry meaning as they are written (lower case), by their stems. */
export function writtenWords(text: string, leftOut?: ReadonlySet<string>): Map<string, string> {
  const words = new Map<string, string>();
  for (const token of tokensOf(text)) {
    const word = token.lower.replace(/'s?$/, '');
    if (!isWord(token) || word.length < 2 || empty.has(token.lower) || empty.has(word) || leftOut?.has(word)) continue;
    const key = stemOf(word);
    if (!words.has(key)) words.set(key, word);
  }
  return words;
}
