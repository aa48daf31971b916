import { MaskedTexts } from './masked-text.js';
import { sampleMemories } from './sample-tenant.js';
import { overused, sentenceFrames } from './sentence-frames.js';
import { similarPairs } from './trigram-similarity.js';

const MAX_USES = 3;
const MAX_SIMILAR = 0.5;
/** A text that says a regularity leaves nothing to find. */
const STATED =
  /\b(?:every|each|always on|on most) (?:(?:mon|tues|wednes|thurs|fri|satur|sun)day|week|evening|night|morning|month|\w+ (?:days|weeks))\b|\bas (?:usual|on every)\b|\bmy habit\b/i;

describe('the texts of the test tenant', () => {
  const texts = new Map(sampleMemories().map(({ externalId, content }) => [externalId, content]));
  const masked = new MaskedTexts([...texts.values()]);

  it('are all different in lower case with names, numbers and dates masked', () => {
    const forms = [...texts.values()].map((text) => masked.words(text).join(' '));
    expect(new Set(forms).size).toBe(forms.length);
  });

  it('use no sentence frame more than three times', () => {
    expect(overused(sentenceFrames(texts, masked), MAX_USES)).toEqual([]);
  });

  it('are no more alike than half of their trigrams, as they are and masked', () => {
    expect(similarPairs(texts, MAX_SIMILAR)).toEqual([]);
    const bare = new Map(
      [...texts].map(([id, text]) => [
        id,
        masked
          .words(text)
          .filter((word) => /\p{L}/u.test(word))
          .join(' '),
      ]),
    );
    expect(similarPairs(bare, MAX_SIMILAR)).toEqual([]);
  });

  it('state no regularity', () => {
    expect([...texts].filter(([, text]) => STATED.test(text))).toEqual([]);
  });

  it('would be refused if they came from a template', () => {
    const made = new Map(
      ['Priya', 'Mihail', 'Jónas', 'Aldís'].map((name, at) => [
        name,
        `We met ${name} at the harbour and talked for ${at + 2} hours.`,
      ]),
    );
    const all = new MaskedTexts([...texts.values(), ...made.values()]);
    expect(new Set([...made.values()].map((text) => all.words(text).join(' '))).size).toBe(1);
    expect(overused(sentenceFrames(made, all), MAX_USES).length).toBeGreaterThan(0);
    expect(similarPairs(made, MAX_SIMILAR).length).toBe(6);
  });
});
