/**
 * How far decision chains and implicit patterns can be trusted: on generated tenants whose truth is known, on the test
 * tenant, and beside simpler ways. All seeds are fixed.
 *
 *     npm run eval:intelligence -- [--sets chains,chains-held-out,peps,patterns,patterns-held-out,sample,speed] [--quick]
 */
import { parseArgs } from 'node:util';
import { evaluateChains } from './chains-eval.mjs';
import { evaluatePeps } from './peps-eval.mjs';
import { evaluatePatterns, evaluateSample, evaluateSpeed } from './patterns-eval.mjs';

const { values: options } = parseArgs({
  options: {
    sets: { type: 'string', default: 'chains,chains-held-out,peps,patterns,sample,speed' },
    quick: { type: 'boolean', default: false },
  },
});
const print = (text) => console.log(text);
const scale = options.quick
  ? { sizes: [1000], corpora: 10, judged: 5, repeats: 10 }
  : { sizes: [1000, 10_000], corpora: 100, judged: 10, repeats: 20 };

const SETS = {
  chains: () => evaluateChains('seen', print),
  'chains-held-out': () => evaluateChains('held-out', print),
  peps: () => evaluatePeps(print),
  patterns: () => evaluatePatterns({ lives: 'fitted', ...scale }, print),
  'patterns-held-out': () => evaluatePatterns({ lives: 'held-out', ...scale }, print),
  sample: () => evaluateSample(print),
  speed: () => evaluateSpeed(print),
};

for (const set of options.sets.split(',')) {
  if (SETS[set] === undefined) throw new Error(`No set ${set}; there are ${Object.keys(SETS).join(', ')}.`);
  await SETS[set]();
}
// The embedder's threads would keep the process.
process.exit(0);
