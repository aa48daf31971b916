import { meanUpperTail } from '../statistics/mean-tail.js';
import { TENTATIVE_P, type Candidate } from './candidate.js';
import { FamilyRun } from './family-run.js';
import type { Item } from './item.js';
import type { PatternContext } from './pattern-context.js';
import type { Timeline } from './timeline.js';
import { TrendBlocks, type TrendBlock } from './trend-blocks.js';
import { BASELINES, commonScatter, ownScatter, type Baseline } from './trend-scatter.js';

const FEWEST_BLOCKS = 8;
/** With fewer, not even all but a twelfth of the days in the later half would do among dozens of items. */
const FEWEST_DAYS = 20;
/** All days in the last two weeks: far below anything that is asked. */
const UNBOUNDED = 40;
const POWERLESS = 0;

interface Tried {
  readonly item: Item;
  readonly blocks: readonly TrendBlock[];
}

/**
 * Things that take a growing or a shrinking share. Unit: days of the item in blocks of two weeks. Asked is how likely
 * their mean time is so late, or so early, were they drawn from what else the tenant wrote (saddlepoint tail); the
 * larger answer of two baselines counts, so a tenant that writes more and more makes nothing grow. Days that come in
 * bursts count as fewer draws, by how far the item's own counts scatter and by how far the trends of all items do.
 */
export function trends(context: PatternContext): FamilyRun {
  const run = new FamilyRun('trend');
  const calendar = new TrendBlocks(context.timeline);
  if (calendar.count < FEWEST_BLOCKS) return run;
  const items = context.items.filter((item) => item.days.length >= context.minOccurrences);
  const enough = items.filter((item) => item.days.length >= FEWEST_DAYS);
  run.count(POWERLESS, 0, 2 * (items.length - enough.length));
  const tried = enough
    .map((item): Tried => ({ item, blocks: calendar.of(item) }))
    .filter(({ blocks }) => blocks.length >= FEWEST_BLOCKS);
  // Types are few and broad: they say nothing of how topics come and go.
  const topics = tried.filter(({ item }) => item.kind !== 'type');
  const common = commonScatter(topics.map(({ blocks }) => score(blocks, 'byMemories')));
  for (const { item, blocks } of tried) {
    // Growth and decline are two hypotheses.
    run.count(UNBOUNDED, TENTATIVE_P, 2);
    const up = score(blocks, 'byMemories') > 0;
    const p = tail(blocks, item.days.length / (ownScatter(blocks) * common), up);
    if (p <= TENTATIVE_P) run.add({ ...candidate(context.timeline, item, blocks, up), p });
  }
  return run;
}

/** How many standard deviations the mean time of the days is from what a baseline expects. */
function score(blocks: readonly TrendBlock[], baseline: Baseline): number {
  const total = sum(blocks, (block) => block[baseline]);
  const centre = sum(blocks, (block) => block[baseline] * block.time) / total;
  const information = sum(blocks, (block) => block[baseline] * (block.time - centre) ** 2);
  if (!(information > 0)) return 0;
  return sum(blocks, (block) => (block.observed - block[baseline]) * (block.time - centre)) / Math.sqrt(information);
}

function tail(blocks: readonly TrendBlock[], draws: number, up: boolean): number {
  const times = blocks.map(({ time }) => (up ? time : -time));
  const observed = sum(blocks, (block) => block.observed);
  const mean = blocks.reduce((total, block, at) => total + block.observed * (times[at] ?? 0), 0) / observed;
  const answers = BASELINES.map((baseline) =>
    meanUpperTail(
      mean,
      draws,
      blocks.map((block) => block[baseline]),
      times,
    ),
  );
  return Math.max(...answers);
}

function candidate(timeline: Timeline, item: Item, blocks: readonly TrendBlock[], up: boolean): Omit<Candidate, 'p'> {
  const later = blocks.filter((block) => block.time > 0 === up);
  const middle = ((timeline.days[0] ?? 0) + (timeline.days.at(-1) ?? 0)) / 2;
  const fits = (memory: number): boolean => (timeline.days[timeline.dayOf[memory] ?? 0] ?? 0) > middle === up;
  return {
    family: 'trend',
    items: [item],
    reach: UNBOUNDED,
    test: 'mean time (saddlepoint)',
    params: { direction: up ? 'up' : 'down' },
    observed: sum(later, (block) => block.observed),
    of: item.days.length,
    expected: sum(later, (block) => Math.max(block.byMemories, block.byDays)),
    evidence: () => item.memories.filter(fits),
    counterExamples: () => item.memories.filter((memory) => !fits(memory)),
  };
}

function sum(blocks: readonly TrendBlock[], value: (block: TrendBlock) => number): number {
  return blocks.reduce((total, block) => total + value(block), 0);
}
