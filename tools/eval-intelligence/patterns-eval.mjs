import { findPatterns } from '../../dist/libs/analysis/index.js';
import { Life } from './lives.mjs';
import { ALLOWED, NULLS } from './null-corpora.mjs';
import { RIVALS } from './pattern-rivals.mjs';
import { PLANTS, plantedCorpus } from './planted-patterns.mjs';
import { samplePatterns } from './sample-patterns.mjs';
import { tablePrinter } from './table-printer.mjs';

const OPTIONS = { minOccurrences: 3, timezone: 'UTC' };
const OURS = 'Mneme';
const EPISODES = [5, 8, 12, 20, 30, 60];
/** What no rival looks for. */
const UNRIVALLED = ['theme', 'preference', 'mood', 'importance trend'];
/** Spread over the numbers, so that no two corpora share a stretch of randomness. */
const seedOf = (corpus, kind) => corpus * 7919 + kind * 104_729 + 13;

/**
 * How often patterns are seen where there are none, and how often they are missed where there are some. `lives` names the
 * generator: `fitted` and `waves`, which the tests were tuned on, or `held-out`.
 */
export function evaluatePatterns({ lives, sizes, corpora, judged, repeats }, print) {
  print(`\n## Patterns, ${lives} lives\n`);
  print('Established patterns per 100 corpora in which there are none (gate 5, stretch 2):\n');
  const rivals = Object.keys(RIVALS);
  const row = tablePrinter(['null', 'memories', 'corpora', OURS, 'of', ...rivals], print);
  for (const memories of sizes) {
    for (const kind of Object.keys(NULLS)) row(falsePatterns(lives, kind, memories, corpora, judged));
  }
  print(
    `\nShare of planted patterns found (1,000 memories, ${repeats} corpora each), by episodes; all from the least n on (gate .90):\n`,
  );
  const counts = EPISODES.map((episodes) => `n=${episodes}`);
  const plantRow = tablePrinter(['plant', ...counts, 'least n', 'all', 'right', ...rivals], print);
  for (const plant of Object.keys(PLANTS)) plantRow(recall(lives, plant, repeats));
}

function falsePatterns(lives, kind, memories, corpora, judged) {
  const seeds = Array.from({ length: corpora }, (_, corpus) => seedOf(corpus, Object.keys(NULLS).indexOf(kind)));
  const corpus = (seed) => NULLS[kind](lives, seed, memories).sort((a, b) => a.at - b.at);
  const families = {};
  let found = 0;
  for (const seed of seeds) {
    for (const pattern of findPatterns(corpus(seed), OPTIONS).patterns) {
      if (pattern.tier !== 'established' || ALLOWED[kind]?.(pattern)) continue;
      found += 1;
      families[pattern.family] = (families[pattern.family] ?? 0) + 1;
    }
  }
  const of = Object.entries(families).map(([family, count]) => `${count} ${family}`);
  const row = { null: kind, memories, corpora, [OURS]: (100 * found) / corpora, of: of.join(', ') || 'none' };
  for (const [rival, find] of Object.entries(RIVALS)) {
    const counted = seeds.slice(0, judged).reduce((sum, seed) => sum + find(corpus(seed)).length, 0);
    row[rival] = Math.round((100 * counted) / Math.min(judged, corpora));
  }
  return row;
}

/** Rivals are asked at the least n, for what they look for at all. */
function recall(lives, plant, repeats) {
  const { least } = PLANTS[plant];
  const row = { plant, 'least n': least };
  const rivals = new Map();
  let [tried, found, right] = [0, 0, 0];
  for (const episodes of EPISODES) {
    let hits = 0;
    for (let corpus = 0; corpus < repeats; corpus += 1) {
      const seed = seedOf(corpus, Object.keys(PLANTS).indexOf(plant) + 7 * episodes);
      const { memories, isFound, isRight } = plantedCorpus(lives, plant, seed, 1000, episodes);
      const observations = memories.sort((a, b) => a.at - b.at);
      const hit = findPatterns(observations, OPTIONS).patterns.find(isFound);
      hits += hit === undefined ? 0 : 1;
      if (episodes >= least && hit !== undefined) right += isRight(hit) ? 1 : 0;
      if (episodes !== least || UNRIVALLED.includes(plant)) continue;
      for (const [rival, find] of Object.entries(RIVALS)) {
        rivals.set(rival, (rivals.get(rival) ?? 0) + (find(observations).some(isFound) ? 1 : 0));
      }
    }
    row[`n=${episodes}`] = (hits / repeats).toFixed(2);
    if (episodes < least) continue;
    tried += repeats;
    found += hits;
  }
  row.all = (found / tried).toFixed(2);
  row.right = found === 0 ? '' : (right / found).toFixed(2);
  for (const [rival, count] of rivals) row[rival] = count === 0 ? '' : (count / repeats).toFixed(2);
  return row;
}

/** The test tenant and its truth. */
export function evaluateSample(print) {
  const rows = samplePatterns();
  const planted = rows.filter(({ isLookalike }) => !isLookalike);
  const lookalikes = rows.filter(({ isLookalike }) => isLookalike);
  const count = (list) => list.filter(({ isFound }) => isFound).length;
  print('\n## Patterns, test tenant\n');
  print(
    `${count(planted)} of ${planted.length} planted patterns found, ${count(lookalikes)} of ${lookalikes.length} lookalikes taken for one.\n`,
  );
  const row = tablePrinter(['pattern', 'family', 'found', 'reported'], print);
  for (const { id, family, isFound, reported } of rows)
    row({ pattern: id, family, found: isFound ? 'yes' : 'no', reported });
}

/** Processor time of a run, milliseconds: other processes of the machine do not count. */
export function evaluateSpeed(print) {
  print('\n## Patterns, processor time of a run\n');
  const row = tablePrinter(['memories', 'items', 'p50 ms', 'p95 ms', 'heap MB'], print);
  for (const memories of [1000, 10_000, 100_000]) {
    const observations = NULLS.bursty('fitted', 5, memories).sort((a, b) => a.at - b.at);
    const times = Array.from({ length: memories === 100_000 ? 10 : 40 }, () => timed(observations)).sort(
      (a, b) => a - b,
    );
    const at = (share) => Math.round(times[Math.min(times.length - 1, Math.floor(share * times.length))]);
    const { items } = new Life('fitted', 5, memories);
    row({
      memories,
      items,
      'p50 ms': at(0.5),
      'p95 ms': at(0.95),
      'heap MB': Math.round(process.memoryUsage().heapUsed / 1e6),
    });
  }
}

function timed(observations) {
  const before = process.cpuUsage();
  findPatterns(observations, OPTIONS);
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}
