import { randomNumbers } from '../../support/vectors/vector-samples.js';

const SYLLABLES = 'ba ce di fo gu la me ni po ru sa te vi lo nu ka re mi to shi an el ir on us'.split(' ');
const SMALL = 'the a of to and in that it is was for on with as at by we they she he this'.split(' ');
const VOCABULARY = 8_000;

/**
 * Sentences with lengths and word frequencies (Zipf) as in chats: a third small words, a long tail of rare ones.
 * @param from other sentences of the same words for each
 */
export function generatedTexts(count: number, from = 0): string[] {
  const first = randomNumbers(11);
  const words = Array.from({ length: VOCABULARY }, () => newWord(first));
  const random = from === 0 ? first : randomNumbers(from);
  return Array.from({ length: count }, () => {
    const length = 4 + Math.floor(random() ** 2 * 36);
    const sentence = Array.from({ length }, () => {
      if (random() < 0.35) return SMALL[Math.floor(random() * SMALL.length)];
      return words[Math.floor(VOCABULARY ** random()) - 1];
    });
    return `${sentence.join(' ')}.`;
  });
}

function newWord(random: () => number): string {
  const syllables = 1 + Math.floor(random() * 3);
  return Array.from({ length: syllables + 1 }, () => SYLLABLES[Math.floor(random() * SYLLABLES.length)]).join('');
}
