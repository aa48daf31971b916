/** Fits the relevance weights, and shows what they are worth on conversations they have not seen. */
import { calibrationError, fit, predict } from './logistic.mjs';

/** What people look at. */
const firstPlaces = 5;
const weightOfFirst = 3;
/** A store searched by itself is what a tenant mostly is. */
const weightOfOwn = 6;
/**
 * Each collection counts as much as any other, however many results it has, but for these: chats vary most, short facts
 * are what most tenants hold, and of a meeting most turns answer a question about it, which no other kind is like.
 */
const weightOfCollection = { 'locomo-dev': 2, facts: 2, qmsum: 0.1 };

const labelsOf = (samples) => samples.map(({ label }) => label);

/** @param floor least lz */
export function crossValidate({ embedder }, raw, { floor }) {
  const samples = raw.map((sample) => ({
    ...sample,
    row: [sample.row[0], Math.max(floor, sample.row[1])],
  }));
  const held = samples.map((sample) => ({ ...sample }));
  for (const collection of new Set(samples.map((sample) => sample.collection))) {
    const weights = fitWeights(samples.filter((sample) => sample.collection !== collection));
    for (const sample of held) if (sample.collection === collection) sample.p = predict(weights, sample.row);
  }
  const { relevance, fieldFloor } = embedder.model;
  const weights = fitWeights(samples);
  console.log(`\n${samples.length} results; fitted: ${weights.map((w) => w.toFixed(3)).join(', ')}, floor ${floor}`);
  console.log(`in use: ${relevance.join(', ')}, floor ${fieldFloor}`);
  report(held, 'p', 'each kind of text by weights fitted without it');
  const inUse = ([score, field]) => predict(relevance, [score, Math.max(fieldFloor, field)]);
  report(
    raw.map((sample) => ({ ...sample, p: inUse(sample.row) })),
    'p',
    'the weights in use',
  );
}

function fitWeights(samples) {
  const weights = samples.map(
    ({ place, kind }) => (place < firstPlaces ? weightOfFirst : 1) * (kind === 'own' ? weightOfOwn : 1),
  );
  const totals = new Map();
  samples.forEach(({ collection }, i) => totals.set(collection, (totals.get(collection) ?? 0) + weights[i]));
  const share = ({ collection }) => (weightOfCollection[collection] ?? 1) / totals.get(collection);
  return fit(
    samples.map(({ row }) => row),
    labelsOf(samples),
    samples.map((sample, i) => (weights[i] * share(sample) * samples.length) / totals.size),
  );
}

function report(samples, key, title) {
  console.log(`\nCalibration error, ${title}:`);
  const groups = [
    ['all', () => true],
    ...groupsBy(samples, 'collection'),
    ...groupsBy(samples, 'kind'),
    ...groupsBy(samples, 'size'),
  ];
  console.table(
    groups.map(([group, belongs]) => {
      const part = samples.filter(belongs);
      const first = part.filter(({ place }) => place < firstPlaces);
      const best = part.filter(({ place, unanswerable }) => place === 0 && !unanswerable);
      const none = part.filter(({ place, unanswerable }) => place === 0 && unanswerable);
      return {
        group,
        'top 25': error(part, key),
        'top 5': error(first, key),
        'first, right': median(
          best.filter(({ label }) => label === 1),
          key,
        ),
        'first, wrong': median(
          best.filter(({ label }) => label === 0),
          key,
        ),
        'first, no answer': median(none, key),
        'first, right, over .3': share(
          best.filter(({ label }) => label === 1),
          (sample) => sample[key] > 0.3,
        ),
        'no answer, under .3': share(none, (sample) => sample[key] < 0.3),
      };
    }),
  );
  console.table(bins(samples, key));
}

function groupsBy(samples, field) {
  return [...new Set(samples.map((sample) => sample[field]))].map((value) => [
    String(value),
    (sample) => sample[field] === value,
  ]);
}

function error(samples, key) {
  return Number(
    calibrationError(
      samples.map((sample) => sample[key]),
      labelsOf(samples),
    ).toFixed(3),
  );
}

function median(samples, key) {
  const values = samples.map((sample) => sample[key]).sort((a, b) => a - b);
  return Number((values[values.length >> 1] ?? NaN).toFixed(2));
}

function share(samples, test) {
  return Number((samples.filter(test).length / samples.length).toFixed(2));
}

/** What a minRelevance keeps of each kind: of the results, of the answers, and of the questions without any. */
function bins(samples, key) {
  return groupsBy(samples, 'collection').flatMap(([group, belongs]) => {
    const part = samples.filter(belongs);
    const relevant = part.filter(({ label }) => label === 1).length;
    const none = part.filter(({ place, unanswerable }) => place === 0 && unanswerable);
    return [0.1, 0.3, 0.5].map((least) => {
      const kept = part.filter((sample) => sample[key] >= least);
      const right = kept.filter(({ label }) => label === 1).length;
      return {
        group,
        minRelevance: least,
        kept: kept.length,
        'of these right': Number((right / kept.length).toFixed(2)),
        'of the right ones': Number((right / relevant).toFixed(2)),
        'without an answer, nothing': share(none, (sample) => sample[key] < least),
      };
    });
  });
}
