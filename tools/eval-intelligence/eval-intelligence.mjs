/**
 * How far decision chains and implicit patterns can be trusted: on generated tenants whose truth is known, on the test
 * tenant, and beside simpler ways. All seeds are fixed.
 *
 *     npm run eval:intelligence -- [--sets planted,planted-held-out,planted-more-kinds,
 *                                          chains,chains-held-out,chains-oblique,small,small-held-out,small-more-kinds,plain,small-plain,plain-linked,small-plain-linked,peps,facts,facts-seen,
 *                                          patterns,patterns-held-out,plain-lives,diary,sample,speed]
 *                                  [--sizes 1000] [--repeats 20] [--quick]
 *
 * `--sets` also knows `patterns-waves`. `--sizes 1000,10000` looks for false patterns in larger tenants too, which takes
 * five times as long. `--repeats`: in how many corpora a plant is looked for. `--quick`: a tenth of the corpora.
 */
import { parseArgs } from 'node:util';
import { evaluateChains } from './chains-eval.mjs';
import { evaluateFacts } from './facts-eval.mjs';
import { evaluateDiary } from './diary-eval.mjs';
import { evaluatePeps } from './peps-eval.mjs';
import { evaluatePlainLives } from './plain-lives-eval.mjs';
import { evaluatePatterns, evaluateSample, evaluateSpeed } from './patterns-eval.mjs';

const everySet =
  'planted,planted-held-out,planted-more-kinds,chains,chains-held-out,chains-oblique,small,small-held-out,small-more-kinds,plain,small-plain,plain-linked,small-plain-linked,peps,facts,patterns,patterns-held-out,plain-lives,diary,sample,speed';
const { values: options } = parseArgs({
  options: {
    sets: { type: 'string', default: everySet },
    sizes: { type: 'string', default: '1000' },
    repeats: { type: 'string', default: '20' },
    quick: { type: 'boolean', default: false },
  },
});
const print = (text) => console.log(text);
const sizes = options.sizes.split(',').map(Number);
if (!sizes.every((size) => size >= 200 && size <= 100_000)) throw new Error('Sizes are numbers from 200 to 100000.');
const repeats = Number(options.repeats);
if (!(repeats >= 1)) throw new Error('--repeats is a number from 1 on.');
const scale = options.quick
  ? { sizes, corpora: 10, judged: 5, repeats: 10, shuffles: 2 }
  : { sizes, corpora: 100, judged: 10, repeats, shuffles: 20 };

const SETS = {
  chains: () => evaluateChains('seen', print),
  'chains-held-out': () => evaluateChains('held out', print),
  'chains-oblique': () => evaluateChains('oblique', print),
  planted: () => evaluateChains('planted, seen phrasings', print),
  'planted-held-out': () => evaluateChains('planted, held-out phrasings', print),
  'planted-more-kinds': () => evaluateChains('planted, more kinds of notes', print),
  small: () => evaluateChains('small tenants, seen', print),
  'small-held-out': () => evaluateChains('small tenants, held out', print),
  'small-more-kinds': () => evaluateChains('small tenants, more kinds of notes', print),
  plain: () => evaluateChains('plain stories', print),
  'small-plain': () => evaluateChains('small tenants, plain stories', print),
  'plain-linked': () => evaluateChains('plain stories, with links', print),
  'small-plain-linked': () => evaluateChains('small tenants, plain stories, with links', print),
  peps: () => evaluatePeps(print),
  facts: () => evaluateFacts('held-out', print),
  'facts-seen': () => evaluateFacts('seen', print),
  patterns: () => evaluatePatterns({ lives: 'fitted', ...scale }, print),
  'patterns-waves': () => evaluatePatterns({ lives: 'waves', ...scale }, print),
  'patterns-held-out': () => evaluatePatterns({ lives: 'held-out', ...scale }, print),
  'plain-lives': () => evaluatePlainLives(print),
  diary: () => evaluateDiary(scale, print),
  sample: () => evaluateSample(print),
  speed: () => evaluateSpeed(print),
};

for (const set of options.sets.split(',')) {
  if (SETS[set] === undefined) throw new Error(`No set ${set}; there are ${Object.keys(SETS).join(', ')}.`);
  await SETS[set]();
}
// The embedder's threads would keep the process.
process.exit(0);
