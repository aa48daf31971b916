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
import { fieldOf, hubsOf, reportOf, toldProbability } from '../../dist/libs/analysis/chains/fitting.js';
import { fitAnswers, rankedBy } from './answers.mjs';
import { fitMemberTrees, fitTextTrees, memberRows, plainRows, textRows } from './corrections.mjs';
import { writeFitted } from './fitted-files.mjs';
import { isotonic } from './isotonic.mjs';
import { openPlain, openSeen, READ, UNREAD, withQuestions } from './questions.mjs';
import { fromJson } from './weights-json.mjs';

const version = 'chains-5';
const shares = [0.35, 0.4, 0.45, 0.5, 0.55];
/** Edge F1 that is given up for chains with fewer memories that do not belong there. */
const asGood = 0.003;
const mostFalse = 0.045;
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
const settings = { fewestTopic: 0, fewestHub, fewestShare: 0.4, calibration: identity };

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
for (const { left, weights, sets } of folds) {
  weights.text.trees = fitTextTrees(rowsBut(left));
  for (const { questions, name } of await withQuestions(sets, weights)) {
    for (const { story, input } of questions) {
      found.push({ name, left, story, field: fieldOf(input, { ...weights, hubTrees: [], ...settings }) });
    }
  }
}
const members = memberRows(found);
for (const { left } of folds) {
  const trees = fitMemberTrees(members.filter((row) => row.left !== left));
  for (const one of found.filter((each) => each.left === left)) {
    one.field = withWeights(one.field, { second: { ...one.field.weights.second, trees } });
    one.hubs = hubsOf(one.field);
  }
}
const answers = fitAnswers(found);
for (const { left } of folds) {
  const others = fitAnswers(found.filter((one) => one.left !== left));
  for (const one of found.filter((each) => each.left === left)) {
    one.told = { field: withWeights(one.field, others), hubs: rankedBy(one, others) };
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
/** Every answer, also those too improbable to be told. */
settings.calibration = isotonic(all.trunks.map(({ confidence, right }) => ({ x: confidence, y: right })));
settings.fewestTopic = thresholdOf(found.filter(({ story }) => !story));
for (const share of [0.02, 0.03, 0.04, 0.05, 0.1]) {
  const least = thresholdOf(
    found.filter(({ story }) => !story),
    share,
  );
  const told = found.filter(({ story, told: { field, hubs } }) => story && toldProbability(field, hubs) >= least);
  const asked = found.filter(({ story }) => story);
  console.log(`with ${share} of the questions about nothing answered, ${told.length} of ${asked.length} are`);
}
const bySet = [...new Set(found.map(({ name }) => name))].sort().map((name) => [name, scored((one) => one === name)]);
for (const [name, score] of bySet) print(name, score);
print('all, each by models that had not seen it', merged(bySet.map(([, score]) => score)));

const { text, second, ...others } = modelsWithout('none');
writeFitted({
  ...others,
  text: { ...text, trees: fitTextTrees(rowsBut('none')) },
  second: { ...second, trees: fitMemberTrees(members) },
  ...answers,
  ...settings,
  version,
});
process.exit(0);

function withWeights(field, weights) {
  return { ...field, weights: { ...field.weights, ...weights } };
}

/** The probability that no more than this share of the questions about nothing reach. */
function thresholdOf(off, share = mostFalse) {
  const highest = off.map(({ told: { field, hubs } }) => toldProbability(field, hubs)).sort((a, b) => b - a);
  return Number((highest[Math.floor(share * highest.length)] + 0.001).toFixed(3));
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
