/** From what on a question is answered, and a memory belongs to a story. */
import { isSmall } from './questions.mjs';

/** Edge F1 that is given up for chains with fewer memories that do not belong there. */
const asGood = 0.003;

/** The highest share that costs next to nothing. @param tried [{ share, edge }], ascending */
export function highestShare(tried) {
  const best = Math.max(...tried.map(({ edge }) => edge));
  return tried.findLast(({ edge }) => edge >= best - asGood).share;
}

/**
 * The score that no more than this share of the questions about nothing that a writer wrote reach.
 *
 * @param answers [{ name, kind?, score }]
 */
export function thresholdOf(answers, share) {
  const written = answers.filter(({ kind }) => kind === 'plain' || kind === 'named');
  const highest = written.map(({ score }) => score).sort((a, b) => b - a);
  return Number((highest[Math.floor(share * highest.length)] + 0.001).toFixed(3));
}

/** How many questions of each kind are answered from a score on, of large tenants and of small ones. */
export function toldFrom(answers, least) {
  const kinds = [undefined, 'plain', 'named', 'borrowed'];
  const told = kinds.flatMap((kind) =>
    [false, true].map((small) => {
      const asked = answers.filter((one) => one.kind === kind && isSmall(one.name) === small);
      const answered = asked.filter(({ score }) => score >= least);
      return `${kind ?? 'told of'}${small ? ' (small)' : ''} ${answered.length} of ${asked.length}`;
    }),
  );
  return told.join(', ');
}
