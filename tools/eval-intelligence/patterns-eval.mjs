import { findPatterns } from '../../dist/libs/analysis/index.js';
import { Life } from './lives.mjs';
import { NULLS } from './null-corpora.mjs';
import { RIVALS } from './pattern-rivals.mjs';
import { PLANTS, plantedCorpus } from './planted-patterns.mjs';
import { samplePatterns } from './sample-patterns.mjs';

const OPTIONS = { minOccurrences: 3, timezone: 'UTC' };
const OURS = 'Mneme';
const EPISODES = [5, 8, 12, 20, 30, 60];
/** Spread over the numbers, so that no two corpora share a stretch of randomness. */
const seedOf = (corpus, kind) => corpus * 7919 + kind * 104_729 + 13;

/**
 * How often patterns are seen where there are none, how often they are missed where there are some, and how long it
 * takes. `lives` names the generator: `fitted`, which the tests were tuned on, or `held-out`.
 */
export function evaluatePatterns({ lives, quick, sizes, corpora, repeats }, print) {
  print(`\n## Patterns, ${lives} lives\n`);
  print('Established patterns per 100 corpora in which there are none (gate 5, stretch 2):\n');
  print(falsePatterns(lives, sizes, corpora, quick));
  print(
    `\nShare of planted patterns found, by episodes (1,000 memories, ${repeats} corpora each; gate .90 from the least n on):\n`,
  );
  print(recall(lives, repeats));
}

function falsePatterns(lives, sizes, corpora, quick) {
  const rows = [];
  for (const memories of sizes) {
    for (const [kind, [name, make]] of Object.entries(NULLS).entries()) {
      const row = { null: name, memories, corpora, [OURS]: 0, families: {} };
      const judged = quick ? corpora : Math.min(corpora, 10);
      for (const rival of Object.keys(RIVALS)) row[rival] = 0;
      for (let corpus = 0; corpus < corpora; corpus += 1) {
        const observations = make(lives, seedOf(corpus, kind), memories).sort((a, b) => a.at - b.at);
        const { patterns } = findPatterns(observations, OPTIONS);
        for (const { tier, family } of patterns) {
          if (tier !== 'established') continue;
          row[OURS] += 100 / corpora;
          row.families[family] = (row.families[family] ?? 0) + 1;
        }
        if (corpus >= judged) continue;
        for (const [rival, find] of Object.entries(RIVALS)) row[rival] += (find(observations).length * 100) / judged;
      }
      rows.push(row);
    }
  }
  return table(rows, {
    families: (families) =>
      Object.entries(families)
        .map(([family, count]) => `${count} ${family}`)
        .join(', ') || 'none',
  });
}

function recall(lives, repeats) {
  const rows = Object.entries(PLANTS).map(([plant, { least }], kind) => {
    const row = { plant, 'least n': least };
    let found = 0;
    let right = 0;
    const rivals = Object.fromEntries(Object.keys(RIVALS).map((rival) => [rival, 0]));
    for (const episodes of EPISODES) {
      let hits = 0;
      for (let corpus = 0; corpus < repeats; corpus += 1) {
        const { memories, isFound, isRight } = plantedCorpus(
          lives,
          plant,
          seedOf(corpus, kind + 7 * episodes),
          1000,
          episodes,
        );
        const observations = memories.sort((a, b) => a.at - b.at);
        const hit = findPatterns(observations, OPTIONS).patterns.find(isFound);
        hits += hit === undefined ? 0 : 1;
        if (episodes < least) continue;
        found += hit === undefined ? 0 : 1;
        right += hit !== undefined && isRight(hit) ? 1 : 0;
        if (episodes > least || plant === 'theme' || plant === 'preference') continue;
        for (const [rival, find] of Object.entries(RIVALS)) {
          rivals[rival] += find(observations).some((pattern) => isFound(pattern)) ? 1 / repeats : 0;
        }
      }
      row[`n=${episodes}`] = (hits / repeats).toFixed(2);
    }
    row.right = found === 0 ? '' : (right / found).toFixed(2);
    for (const [rival, share] of Object.entries(rivals)) row[`${rival}, least n`] = share === 0 ? '' : share.toFixed(2);
    return row;
  });
  return table(rows);
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
  print(
    table(
      rows.map(({ id, family, isFound, told }) => ({
        pattern: id,
        family,
        found: isFound ? 'yes' : 'no',
        told: told ?? '',
      })),
    ),
  );
}

/** Processor time of a run, milliseconds: other processes of the machine do not count. */
export function evaluateSpeed(print) {
  const rows = [1000, 10_000, 100_000].map((memories) => {
    const observations = NULLS.bursty('fitted', 5, memories).sort((a, b) => a.at - b.at);
    const times = Array.from({ length: memories === 100_000 ? 8 : 40 }, () => {
      const before = process.cpuUsage();
      findPatterns(observations, OPTIONS);
      const { user, system } = process.cpuUsage(before);
      return (user + system) / 1000;
    }).sort((a, b) => a - b);
    const at = (share) => Math.round(times[Math.min(times.length - 1, Math.floor(share * times.length))]);
    return { memories, items: new Life('fitted', 5, memories).items, 'p50 ms': at(0.5), 'p95 ms': at(0.95) };
  });
  print('\n## Patterns, processor time of a run\n');
  print(table(rows));
}

function table(rows, format = {}) {
  const columns = [...new Set(rows.flatMap(Object.keys))];
  const cell = (row, column) => {
    const value = row[column] ?? '';
    if (format[column]) return format[column](value);
    return typeof value === 'number' && !Number.isInteger(value) ? value.toFixed(1) : String(value);
  };
  const line = (cells) => `| ${cells.join(' | ')} |`;
  return [
    line(columns),
    line(columns.map(() => '---')),
    ...rows.map((row) => line(columns.map((column) => cell(row, column)))),
  ].join('\n');
}
