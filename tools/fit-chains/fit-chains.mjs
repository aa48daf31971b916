/**
 * npm run fit:chains: fits the models of decision chains on the seen texts, and writes libs/analysis/chains/fitted-*.ts.
 * Trees, thresholds and calibration come from answers by models that have not seen the set asked about (two sets left out
 * at a time); the figures printed, too.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { addAnswer, calibrationError, emptyScore, f1, merged } from '../eval-intelligence/chain-scores.mjs';
import {
  answerScore,
  fieldOf,
  hubsOf,
  possibleOf,
  probabilityOf,
  rankedClosely,
  reportOf,
} from '../../dist/libs/analysis/chains/fitting.js';
import { fitAnswers, rankedBy } from './answers.mjs';
import { fitRelation, foundOptionRows, foundSideRows } from './relations.mjs';
import { confidenceRows, fitConfidence } from './confidence.mjs';
import { fitMemberTrees, fitTextTrees, memberRows, plainRows, textRows } from './corrections.mjs';
import { writeFitted } from './fitted-files.mjs';
import { isotonic } from './isotonic.mjs';
import { fitHubFirst, fitPossible, hubFirstRows, possibleRows } from './possible.mjs';
import { isSmall, openPlain, openSeen, openSmall, READ, UNREAD, withQuestions } from './questions.mjs';
import { fromJson } from './weights-json.mjs';

const version = 'chains-9';
const shares = [0.35, 0.4, 0.45, 0.5, 0.55];
/** Edge F1 that is given up for chains with fewer memories that do not belong there. */
const asGood = 0.003;
/** Of the questions about nothing that a writer wrote, with and without a name of the tenant's, in tenants of either size. */
const mostFalse = 0.04;
const kinds = ['plain', 'named', 'borrowed'];
/** Trees and the models of whole answers learn from stories planted twice with each writer's phrasings. */
const seeds = [1, 2];

/** Sets left out together, and the models that have not seen them. */
const groups = [...READ.map((left) => ({ left, models: left })), ...UNREAD.map((left) => ({ left, models: 'none' }))];
const lefts = ['none', ...READ];
/** Linear models of an earlier run may be given as a folder: what learns from their answers is fitted anew, and thresholds. */
const [folder = await fitFolds()] = process.argv.slice(2);
const modelsWithout = (left) => fromJson(readFileSync(join(folder, `without-${left}.json`), 'utf8'));
const identity = Array.from({ length: 1001 }, (_, i) => ({ at: i / 1000, probability: i / 1000 }));
/** Decisions beside the best one are told from such a probability on. */
const fewestHub = 0.1;
const settings = { fewestAnswer: 0, fewestHub, fewestShare: 0.4, calibration: identity };

/** Trees, and the models of whole answers, learn from texts and questions read by models that had not seen their set. */
const folds = [];
for (const { left, models } of groups) {
  const weights = modelsWithout(models);
  const sets = await openSeen((writer) => left.split(',').includes(writer), seeds);
  folds.push({ left, weights, sets, rows: textRows(sets, weights) });
}
const plain = plainRows(await openPlain(), modelsWithout('none'));
const rowsBut = (left) => [...folds.filter((one) => one.left !== left).flatMap(({ rows }) => rows), ...plain];
const found = [];
/** Models fitted on all rows. */
const shipped = {};
for (const { left, weights, sets } of folds) {
  weights.text.trees = fitTextTrees(rowsBut(left));
  for (const { questions, name } of await withQuestions([...sets, ...(await openSmall(sets))], weights, kinds)) {
    for (const { story, kind, input } of questions) {
      found.push({ name, left, story, kind, field: fieldOf(input, { ...weights, ...settings }) });
    }
  }
}
const large = found.filter(({ name }) => !isSmall(name));
fitEach('possible', possibleRows(found), fitPossible);
fitEach('hubFirst', hubFirstRows(found), fitHubFirst);
const members = memberRows(large);
for (const { left } of folds) {
  const trees = fitMemberTrees(members.filter((row) => row.left !== left));
  for (const one of found.filter((each) => each.left === left)) {
    one.field = withWeights(one.field, { second: { ...one.field.weights.second, trees } });
    one.hubs = hubsOf(one.field);
  }
}
fitEach('option', foundOptionRows(large), fitRelation);
fitEach('side', foundSideRows(large), fitRelation);
for (const one of found) {
  const memberships = one.hubs.map(({ membership }) => membership);
  one.hubs = rankedClosely(one.field, memberships, one.field.weights.hub);
}
const answers = fitAnswers(found);
for (const { left } of folds) {
  const others = fitAnswers(found.filter((one) => one.left !== left));
  for (const one of found.filter((each) => each.left === left)) {
    one.told = { field: withWeights(one.field, others), hubs: rankedBy(one, others.hub) };
  }
}
const scored = (wanted) => {
  const score = emptyScore();
  for (const { name, story, told } of found) {
    if (wanted(name)) addAnswer(score, reportOf(withWeights(told.field, settings), told.hubs), story);
  }
  return score;
};

const tried = shares.map((share) => {
  settings.fewestShare = share;
  const { edges, nodes } = scored(() => true);
  process.stderr.write(`fewestShare ${share}: node F1 ${f1(nodes).toFixed(3)}, edge F1 ${f1(edges).toFixed(3)}\n`);
  return { share, edge: f1(edges) };
});
const best = Math.max(...tried.map(({ edge }) => edge));
settings.fewestShare = tried.findLast(({ edge }) => edge >= best - asGood).share;
const all = scored(() => true);
print('without abstaining', all);
print(
  'without abstaining, tenants of 1,000',
  scored((name) => !isSmall(name)),
);
/** Every answer, also those too improbable to be told. */
const rows = confidenceRows(
  found
    .filter(({ story }) => story)
    .map(({ told, ...one }) => ({ ...one, ...told, field: withWeights(told.field, settings) })),
);
const confidences = new Map(folds.map(({ left }) => [left, fitConfidence(rows.filter((row) => row.left !== left))]));
for (const one of found) one.told.field = withWeights(one.told.field, { confidence: confidences.get(one.left) });
const sure = rows.map(({ left, x, y }) => ({ x: probabilityOf(confidences.get(left), x), y }));
settings.calibration = isotonic(sure);
for (const one of found) one.probability = answerScore(one.told.field, one.told.hubs);
settings.fewestAnswer = thresholdOf(mostFalse);
for (const share of [0.02, 0.03, mostFalse, 0.05, 0.1]) printShares(share, thresholdOf(share));
const bySet = [...new Set(found.map(({ name }) => name))].sort().map((name) => [name, scored((one) => one === name)]);
for (const [name, score] of bySet) print(name, score);
for (const [label, wanted] of [
  ['small tenants', isSmall],
  ['tenants of 1,000', (name) => !isSmall(name)],
]) {
  const scores = bySet.filter(([name]) => wanted(name)).map(([, score]) => score);
  print(`${label}, each by models that had not seen it`, merged(scores));
}

const { text, second, ...others } = modelsWithout('none');
writeFitted({
  ...others,
  text: { ...text, trees: fitTextTrees(rowsBut('none')) },
  second: { ...second, trees: fitMemberTrees(members) },
  ...shipped,
  ...answers,
  confidence: fitConfidence(rows),
  ...settings,
  version,
});
process.exit(0);

/** Fits a model for each fold without its rows, gives it to the fold's answers, and keeps what all rows give. */
function fitEach(name, rows, fit) {
  for (const { left } of folds) {
    const model = fit(rows.filter((row) => row.left !== left));
    for (const one of found.filter((each) => each.left === left)) one.field = withWeights(one.field, { [name]: model });
  }
  shipped[name] = fit(rows);
}

function withWeights(field, weights) {
  const changed = { ...field, weights: { ...field.weights, ...weights } };
  return 'possible' in weights ? { ...changed, possible: possibleOf(changed) } : changed;
}

/** The probability that no more than this share of the questions about nothing that a writer wrote reach. */
function thresholdOf(share) {
  const written = found.filter(({ kind }) => kind === 'plain' || kind === 'named');
  const highest = written.map(({ probability }) => probability).sort((a, b) => b - a);
  return Number((highest[Math.floor(share * highest.length)] + 0.001).toFixed(3));
}

/** How many questions of each kind are answered from a probability on. */
function printShares(share, least) {
  const told = [undefined, ...kinds].flatMap((kind) =>
    [false, true].map((small) => {
      const asked = found.filter((one) => one.kind === kind && isSmall(one.name) === small);
      const answered = asked.filter(({ probability }) => probability >= least);
      return `${kind ?? 'told of'}${small ? ' (small)' : ''} ${answered.length} of ${asked.length}`;
    }),
  );
  console.log(`from ${least} on (${share} of what is written about nothing): ${told.join(', ')}`);
}

/** A process a fold, as many at once as there are cores. */
async function fitFolds() {
  const to = mkdtempSync(join(tmpdir(), 'fit-chains-'));
  const script = fileURLToPath(new URL('fit-fold.mjs', import.meta.url));
  const left = [...lefts];
  const next = async () => {
    for (let fold = left.shift(); fold !== undefined; fold = left.shift()) {
      const child = spawn(process.execPath, [script, fold, join(to, `without-${fold}.json`)], { stdio: 'inherit' });
      const [code] = await once(child, 'exit');
      if (code !== 0) throw new Error(`fitting without ${fold} failed`);
    }
  };
  await Promise.all(Array.from({ length: availableParallelism() }, next));
  process.stderr.write(`${to}\n`);
  return to;
}

function print(name, score) {
  const { questions, topThree, first, off, offFalse, nodes, edges, trunks } = score;
  console.log(
    `${name}: edge F1 ${f1(edges).toFixed(3)}, node F1 ${f1(nodes).toFixed(3)}, decision first ${(first / questions).toFixed(3)}, in top 3 ${(topThree / questions).toFixed(3)}, ` +
      `off-topic false ${(offFalse / off).toFixed(3)}, calibration error ${calibrationError(trunks).toFixed(3)}, told ${trunks.length} of ${questions}`,
  );
}
