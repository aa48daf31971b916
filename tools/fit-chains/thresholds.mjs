/** From what on a question is answered, and a memory belongs to a story. */
import { isSmall } from './questions.mjs';

/** Edge F1 that is given up for chains with fewer memories that do not belong there. */
const asGood = 0.001;

/** The highest share that costs next to nothing. @param tried [{ share, edge }], ascending */
export function highestShare(tried) {
  const best = Math.max(...tried.map(({ edge }) => edge));
  return tried.findLast(({ edge }) => edge >= best - asGood).share;
}

/** Of the questions about nothing that a tenant is asked so many name something of its own, as in planted tenants; small ones were given fewer. */
const named = 1 / 3;

/**
 * The scores that no more than this share of the questions about nothing that a writer wrote reach, in large tenants and, apart
 * from these, in small ones.
 *
 * @param answers [{ name, kind?, small, score }]
 * @returns for tenants of a smallness of 0 and of 1
 */
export function thresholdsOf(answers, share) {
  const large = reachedBy(
    share,
    answers.filter(({ name }) => !isSmall(name)),
  );
  const inSmall = answers.filter(({ name }) => isSmall(name));
  // Which threshold for the smallest each just reaches.
  const reached = inSmall.map(({ small, score, kind }) => ({ kind, score: large + (score - large) / small }));
  return { large, small: reachedBy(share, reached) };
}

function reachedBy(share, answers) {
  const weights = { plain: (1 - named) / countOf(answers, 'plain'), named: named / countOf(answers, 'named') };
  let sum = 0;
  const highest = answers.filter(({ kind }) => kind in weights).sort((a, b) => b.score - a.score);
  const { score } = highest.find(({ kind }) => (sum += weights[kind]) > share);
  return Number((score + 0.001).toFixed(3));
}

function countOf(answers, wanted) {
  return answers.filter(({ kind }) => kind === wanted).length;
}

/** How many questions of each kind are answered by such thresholds, of large tenants and of small ones. */
export function toldFrom(answers, { large, small: ofSmallest }) {
  const kinds = [undefined, 'plain', 'named', 'borrowed'];
  const told = kinds.flatMap((kind) =>
    [false, true].map((isOfSmall) => {
      const asked = answers.filter((one) => one.kind === kind && isSmall(one.name) === isOfSmall);
      const answered = asked.filter(({ score, small }) => score >= large + small * (ofSmallest - large));
      return `${kind ?? 'told of'}${isOfSmall ? ' (small)' : ''} ${answered.length} of ${asked.length}`;
    }),
  );
  return told.join(', ');
}
