/**
 * npm run fit:chains: fits the models of decision chains on the seen texts, and writes libs/analysis/chains/weights/fitted-*.ts.
 * Trees, thresholds and calibration come from answers by models that have not seen the set asked about (two sets left out
 * at a time); the figures printed, too.
 */
import { readFileSync } from 'node:fs';
import { calibrationError, f1, merged } from '../eval-intelligence/chain-scores.mjs';
import { probabilityOf } from '../../dist/libs/analysis/chains/fitting.js';
import { fitTopic } from './answers.mjs';
import { plainRows } from './corrections.mjs';
import { writeFitted } from './fitted-files.mjs';
import { isotonic } from './isotonic.mjs';
import { fitLinearFolds, modelsFile } from './linear-folds.mjs';
import { isSmall, KINDS, openPlain } from './questions.mjs';
import { highestShare, thresholdsOf, toldFrom } from './thresholds.mjs';
import { fromJson } from './weights-json.mjs';
import { Workers } from './workers.mjs';

const version = 'chains-16';
const shares = [0.1, 0.15, 0.2, 0.25, 0.3, 0.35, 0.4, 0.45, 0.5, 0.55];
/** From such a probability on the trunk may lead over a member. */
const fewestOnTrunk = 0.55;
/**
 * Of the questions about nothing that a writer wrote, a third of them with a name of the tenant's: what is answered of them,
 * in tenants of either size. A fifth less than the .05 that may be: other writers ask nearer.
 */
const mostFalse = 0.04;
/** Decisions beside the best one are told from such a probability on. */
const fewestHub = 0.1;
const kinds = ['plain', 'named', 'borrowed'];
/** How often stories are planted with each writer's phrasings. */
const seeds = [1];

/** Linear models of an earlier run may be given as a folder: what learns from their answers is fitted anew, and thresholds. */
const [folder = await fitLinearFolds(['none', ...KINDS])] = process.argv.slice(2);
/** Each without one of them, and with all of them. */
const withouts = [...KINDS.map((left) => [left]), []];
const workers = new Workers(KINDS);
const shipped = fromJson(readFileSync(modelsFile(folder, 'none'), 'utf8'));

const texts = [
  ...(await workers.rows('open', (left) => [modelsFile(folder, left), seeds])),
  ...plainRows(await openPlain(), shipped),
];
const textTrees = await fit('text', texts);
shipped.text.trees = textTrees.shipped;
const look = await fit('possible', await workers.rows('firstLookRows', (left) => [textTrees.of(left), kinds]));
const possible = await fitNext('possible', await workers.rows('secondLookRows', (left) => [look.of(left)]));
const hubFirst = await fitNext('hubFirst', await workers.rows('hubFirstRows', (left) => [possible.of(left)]));
const members = await fit('members', await workers.rows('memberRows', (left) => [hubFirst.of(left)]));
shipped.second.trees = members.shipped;
const option = await fitNext('option', await workers.rows('optionRows', (left) => [members.of(left)]));
const weighed = await fitNext('weighed', await workers.rows('weighedRows', (left) => [option.of(left)]));
const side = await fitNext('side', await workers.rows('sideRows', (left) => [weighed.of(left)]));
await fitAnswers(await workers.rows('hubRows', (left) => [side.of(left)]));

const answers = await workers.rows('answerScores');
for (const share of [0.02, 0.03, 0.04, 0.05, 0.1]) {
  const least = thresholdsOf(answers, share);
  console.log(
    `from ${least.large}, ${least.small} on (${share} of what is written about nothing): ${toldFrom(answers, least)}`,
  );
}
const settings = { fewestAnswer: thresholdsOf(answers, mostFalse), fewestHub, fewestOnTrunk };
settings.fewestShare = await sharesOf(settings);
const always = { ...settings, fewestAnswer: { large: 0, small: 0 } };
printBySize('without abstaining', await workers.rows('scores', () => [always]));
const rows = await workers.rows('confidenceRows', () => [always]);
const confidence = await fitNext('confidence', rows);
settings.calibration = isotonic(rows.map(({ left, x, y }) => ({ x: probabilityOf(confidence.of(left), x), y })));
await workers.each('confidence', (left) => [confidence.of(left)]);
const bySet = await workers.rows('scores', () => [settings]);
for (const [name, score] of bySet) print(name, score);
printBySize('each by models that had not seen it', bySet);
writeFitted({ ...shipped, ...settings, version });
// The embedder's threads would keep the process.
process.exit(0);

/** A model for each fold without its rows, and one of all. */
async function fit(name, from) {
  const models = await workers.fit(name, from, withouts);
  process.stderr.write(`${name}: ${from.length} rows\n`);
  return { of: (left) => models[KINDS.indexOf(left)], shipped: models.at(-1) };
}

/** As `fit`, and ships it under its name. */
async function fitNext(name, from) {
  const models = await fit(name, from);
  shipped[name] = models.shipped;
  return models;
}

/** Whether to answer is learnt from decisions ranked by models without their set: what judges one set reads the others ranked without both. */
async function fitAnswers(from) {
  const pairs = KINDS.flatMap((one, i) => KINDS.slice(i + 1).map((other) => [one, other]));
  const all = [...withouts, ...pairs];
  const hubs = await workers.fit('hub', from, all);
  const hubWithout = (...out) =>
    hubs[all.findIndex((one) => one.length === out.length && out.every((left) => one.includes(left)))];
  const topicWithout = async (...out) => {
    const found = await workers.each('topicRows', (left) => [hubWithout(...new Set([...out, left]))]);
    return fitTopic(found.filter((_, i) => !out.includes(KINDS[i])).flat());
  };
  const topics = [];
  for (const left of KINDS) topics.push({ hub: hubWithout(left), ...(await topicWithout(left)) });
  await workers.each('answer', (left) => [topics[KINDS.indexOf(left)]]);
  Object.assign(shipped, { hub: hubWithout(), ...(await topicWithout()) });
}

/** From what on a memory belongs to a story, by the answers that are given: without those to what is not known. */
async function sharesOf(answered) {
  const tried = [];
  for (const share of shares) {
    const fewestShare = { large: share, small: share };
    const scores = await workers.rows('scores', () => [{ ...answered, fewestShare }, true]);
    const edgesOf = (small) => f1(scoreOf(scores.filter(([name]) => isSmall(name) === small)).edges);
    tried.push({ share, large: edgesOf(false), small: edgesOf(true) });
    process.stderr.write(
      `fewestShare ${share}: edge F1 ${tried.at(-1).large.toFixed(3)}, ${tried.at(-1).small.toFixed(3)} in small tenants\n`,
    );
  }
  const highest = (size) => highestShare(tried.map((one) => ({ share: one.share, edge: one[size] })));
  return { large: highest('large'), small: highest('small') };
}

/** @param scores [name, score] of sets */
function scoreOf(scores) {
  return merged(scores.map(([, score]) => score));
}

function printBySize(label, scores) {
  print(`small tenants, ${label}`, scoreOf(scores.filter(([name]) => isSmall(name))));
  print(`tenants of 1,000, ${label}`, scoreOf(scores.filter(([name]) => !isSmall(name))));
}

function print(name, score) {
  const { questions, topThree, first, off, offFalse, nodes, edges, trunks } = score;
  console.log(
    `${name}: edge F1 ${f1(edges).toFixed(3)}, node F1 ${f1(nodes).toFixed(3)}, decision first ${(first / questions).toFixed(3)}, in top 3 ${(topThree / questions).toFixed(3)}, ` +
      `off-topic false ${(offFalse / off).toFixed(3)}, calibration error ${calibrationError(trunks).toFixed(3)}, told ${trunks.length} of ${questions}`,
  );
}
