/**
 * Fits which words speak for which class of texts: a multinomial logistic regression over grams with a ridge, by Nesterov's gradients of all texts. What a gram says is what it says beside the others of its text; counting each
 * by itself says the same thing twice where words go together.
 */
import { gramsOf } from '../../dist/libs/analysis/chains/fitting.js';

/** Rarer grams, and those that few writers use, say more of a story than of a role. */
const fewestTexts = 5;
const fewestWriters = 3;
const ridge = 3e-5;
const steps = 160;
const rate = 4;
/** Below it in every role a gram says nothing. */
const least = 0.25;

/**
 * @param texts [{ kind, writer, content, y }], `y` one of so many classes
 * @returns a lexicon of all texts, and for each kind one that has read nothing of it: a set's own texts are known by heart,
 *   and texts like them well
 */
export function fitLexicons(texts, classes) {
  const kinds = [...new Set(texts.map(({ kind }) => kind))];
  const without = (left) =>
    fitLexicon(
      texts.filter(({ kind }) => kind !== left),
      classes,
    );
  return { whole: fitLexicon(texts, classes), unread: new Map(kinds.map((kind) => [kind, without(kind)])) };
}

/** @returns a Map of weights a class, in tenths; of two classes how much more speaks for the second */
function fitLexicon(texts, classes) {
  const read = texts.map(({ content }) => gramsOf(content));
  const grams = usable(texts, read);
  const number = new Map(grams.map((gram, i) => [gram, i]));
  const rows = texts.map(({ y }, i) => ({
    y,
    held: Uint32Array.from([...read[i]].flatMap((gram) => number.get(gram) ?? [])),
  }));
  const weights = fitted(rows, grams.length, classes);
  const lexicon = new Map();
  grams.forEach((gram, i) => {
    const own = [...weights.subarray(i * classes, (i + 1) * classes)];
    const told = classes === 2 ? [own[1] - own[0]] : own;
    const rounded = told.map((weight) => Math.round(weight * 10) / 10);
    if (rounded.some((weight) => Math.abs(weight) >= least)) lexicon.set(gram, rounded);
  });
  return lexicon;
}

/** In the order of the alphabet. */
function usable(texts, read) {
  const counts = new Map();
  read.forEach((grams, i) => {
    for (const gram of grams) {
      if (!counts.has(gram)) counts.set(gram, { all: 0, writers: new Set() });
      const count = counts.get(gram);
      count.all++;
      count.writers.add(texts[i].writer);
    }
  });
  return [...counts]
    .filter(([, { all, writers }]) => all >= fewestTexts && writers.size >= fewestWriters)
    .map(([gram]) => gram)
    .sort();
}

/** @param rows [{ y, held }], a text's grams by their numbers @returns a number a gram and class */
function fitted(rows, grams, classes) {
  const size = grams * classes;
  const [w, ahead, g] = [0, 0, 0].map(() => new Float64Array(size));
  for (let step = 0; step < steps; step++) {
    g.fill(0);
    for (const row of rows) addSlopes(row, { w: ahead, g, classes, share: 1 / rows.length });
    const momentum = step / (step + 3);
    for (let k = 0; k < size; k++) {
      const slope = g[k] + ridge * ahead[k];
      const next = ahead[k] - rate * slope;
      ahead[k] = next + momentum * (next - w[k]);
      w[k] = next;
    }
  }
  return w;
}

/** Long texts weigh by the root of what is known, as `lexiconSignals` reads them. */
function addSlopes({ y, held }, { w, g, classes, share }) {
  const value = 1 / Math.sqrt(held.length + 1);
  const slopes = new Float64Array(classes);
  for (let i = 0; i < held.length; i++) {
    const from = held[i] * classes;
    for (let c = 0; c < classes; c++) slopes[c] += w[from + c];
  }
  let highest = -Infinity;
  for (let c = 0; c < classes; c++) {
    slopes[c] = value * slopes[c];
    if (slopes[c] > highest) highest = slopes[c];
  }
  let total = 0;
  for (let c = 0; c < classes; c++) total += slopes[c] = Math.exp(slopes[c] - highest);
  for (let c = 0; c < classes; c++) {
    slopes[c] = share * value * (slopes[c] / total - (c === y ? 1 : 0));
  }
  for (let i = 0; i < held.length; i++) {
    const from = held[i] * classes;
    for (let c = 0; c < classes; c++) g[from + c] += slopes[c];
  }
}
