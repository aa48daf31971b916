/** Fits which words speak for which role, on the texts of stories and their decoys. */
import { ROLES } from '../../dist/libs/analysis/index.js';
import { gramsOf } from '../../dist/libs/analysis/chains/fitting.js';

/** Rarer words, and those that few writers use, say more of a story than of a role. */
const fewestTexts = 5;
const fewestSets = 3;
/** Texts that a word is thought to have had beside, in which it said nothing. */
const prior = 3;
/** Below it in every role a word says nothing. */
const least = 0.4;

/** @param texts [{ set, content, role }] @returns a Map of weights a role, in tenths */
export function fitLexicon(texts) {
  const totals = ROLES.map((role) => texts.filter((text) => text.role === role).length);
  const shares = totals.map((total) => total / texts.length);
  const counts = new Map();
  for (const { set, content, role } of texts) {
    for (const gram of gramsOf(content)) {
      if (!counts.has(gram)) counts.set(gram, { all: 0, roles: ROLES.map(() => 0), sets: new Set() });
      const count = counts.get(gram);
      count.all++;
      count.roles[ROLES.indexOf(role)]++;
      count.sets.add(set);
    }
  }
  const lexicon = new Map();
  for (const [gram, { all, roles, sets }] of [...counts].sort(([a], [b]) => (a < b ? -1 : 1))) {
    if (all < fewestTexts || sets.size < fewestSets) continue;
    const weights = roles.map((count, i) => Math.log((count + prior * shares[i]) / (all + prior) / shares[i]));
    const rounded = weights.map((weight) => Math.round(weight * 10) / 10);
    if (rounded.some((weight) => Math.abs(weight) >= least)) lexicon.set(gram, rounded);
  }
  return lexicon;
}
