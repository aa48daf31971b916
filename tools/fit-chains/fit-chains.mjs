/**
 * npm run fit:chains: fits the models of decision chains on the seen texts, and writes libs/analysis/chains/fitted-weights.ts.
 * Thresholds and calibration come from answers by models that have not seen the set asked about (one set left out at a time).
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { addAnswer, calibrationError, emptyScore, f1, merged } from '../eval-intelligence/chain-scores.mjs';
import { fieldOf } from '../../dist/libs/analysis/chains/chain-field.js';
import { hubsOf } from '../../dist/libs/analysis/chains/hubs.js';
import { reportOf } from '../../dist/libs/analysis/chains/reconstruct-chains.js';
import { isotonic } from './isotonic.mjs';
import { openSeen } from './questions.mjs';

const target = fileURLToPath(new URL('../../libs/analysis/chains/fitted-weights.ts', import.meta.url));
const version = 'chains-1';
const shares = [0.3, 0.35, 0.4];
const mostFalse = 0.05;

/** Models of earlier runs may be given as a folder, to look for thresholds alone. */
const [folder = await fitFolds()] = process.argv.slice(2);
const sets = await openSeen();
const modelsWithout = (name) => JSON.parse(readFileSync(join(folder, `without-${name}.json`), 'utf8'));
const folds = sets.filter(({ name }) => name !== 'sample').map((left) => ({ left, weights: modelsWithout(left.name) }));
const identity = Array.from({ length: 1001 }, (_, i) => ({ at: i / 1000, probability: i / 1000 }));
const settings = { fewestHub: 0, fewestShare: 0.4, calibration: identity };
for (const fold of folds) {
  fold.found = fold.left.questions.map(({ story, input }) => {
    const field = fieldOf(input, { ...fold.weights, ...settings });
    return { story, field, hubs: hubsOf(field) };
  });
}
const scored = () =>
  folds.map(({ left, weights, found }) => {
    const score = emptyScore();
    for (const { story, field, hubs } of found) {
      addAnswer(score, reportOf({ ...field, weights: { ...weights, ...settings } }, hubs), story);
    }
    return { name: left.name, score };
  });
const written = () =>
  merged(
    scored()
      .filter(({ name }) => name !== 'sample')
      .map(({ score }) => score),
  );

let [best, chosen] = [0, 0];
for (const share of shares) {
  settings.fewestShare = share;
  const { edges, nodes } = written();
  process.stderr.write(`fewestShare ${share}: node F1 ${f1(nodes).toFixed(3)}, edge F1 ${f1(edges).toFixed(3)}\n`);
  if (f1(edges) > best) [best, chosen] = [f1(edges), share];
}
settings.fewestShare = chosen;
/** Every answer, also those too improbable to be told: there are few others. */
settings.calibration = isotonic(written().trunks.map(({ confidence, right }) => ({ x: confidence, y: right })));
settings.fewestHub = thresholdOf(folds.flatMap(({ found }) => found.filter(({ story }) => !story)));
for (const { name, score } of scored()) print(name, score);
print('all by other hands', written());

const weights = { ...modelsWithout('none'), ...settings, version };
writeFileSync(target, fileOf(weights));
process.exit(0);

/** The probability that at most so many questions off the topic reach. */
function thresholdOf(off) {
  const highest = off.map(({ hubs }) => hubs[0].probability).sort((a, b) => b - a);
  return Number((highest[Math.floor(mostFalse * highest.length)] + 0.001).toFixed(3));
}

/** A process for each set by another hand that is left out, and one with all. */
async function fitFolds() {
  const to = mkdtempSync(join(tmpdir(), 'fit-chains-'));
  const script = fileURLToPath(new URL('fit-fold.mjs', import.meta.url));
  const fits = ['a', 'b', 'none'].map(async (name) => {
    const child = spawn(process.execPath, [script, name, join(to, `without-${name}.json`)], { stdio: 'inherit' });
    const [code] = await once(child, 'exit');
    if (code !== 0) throw new Error(`fitting without ${name} failed`);
  });
  await Promise.all(fits);
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

function fileOf(weights) {
  const short = (_, value) => (typeof value === 'number' ? Number(value.toPrecision(4)) : value);
  return `import type { ChainWeights } from './chain-weights.js';

/** Written by tools/fit-chains (npm run fit:chains) from the seen texts; not to be edited. */
// prettier-ignore
export const FITTED_WEIGHTS: ChainWeights = ${JSON.stringify(weights, short).replaceAll('],', '],\n')};
`;
}
