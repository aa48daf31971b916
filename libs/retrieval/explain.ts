import { documentText } from './document-text.js';
import type { TextWorkers } from './embedding/text-workers.js';
import { askedDates, explanationOf, matchingWords, wordMatcher } from './explanation.js';
import type { TermPosition } from './lexical/term-positions.js';
import type { Candidates, Explanation, FoundDocument } from './retrieval.types.js';

/** What of a query found memories hold, and where; in the order in which they are given. */
export async function explain(
  textWorkers: Pick<TextWorkers, 'analyze' | 'positions'>,
  { words, request }: Candidates,
  found: readonly FoundDocument[],
): Promise<Explanation[]> {
  const passages = found.map(({ hit, document }) => document.content.slice(hit.start, hit.end));
  const texts = found.map(({ document }, i) => documentText({ ...document, content: passages[i] ?? '' }));
  const terms = (await textWorkers.analyze(texts)).map((parts) => parts.flatMap((part) => [...part.terms]));
  const matcher = wordMatcher(words);
  const matched = terms.map((each) => matchingWords(matcher(each)));
  const placesIn = (those: readonly string[]): Promise<TermPosition[][]> =>
    textWorkers.positions(those.map((text, i) => ({ text, wanted: (matched[i] ?? []).map(({ term }) => term) })));
  const tags = found.map(({ document }) => document.tags.join('\n'));
  const [places, tagged] = await Promise.all([placesIn(passages), placesIn(tags)]);
  const dates = askedDates(request);
  return found.map(({ hit, document }, i) => {
    const seen = { terms: terms[i] ?? [], words: matched[i] ?? [], places: places[i] ?? [], dates };
    return explanationOf(hit, document.content, { ...seen, tags: (tagged[i] ?? []).map(({ term }) => term) });
  });
}
