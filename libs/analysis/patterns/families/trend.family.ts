import { meanUpperTail } from '../../statistics/mean-tail.js';
import { TENTATIVE_P, type Candidate } from '../types/candidate.js';
import { FamilyRun } from './family-run.js';
import type { Item } from '../types/item.js';
import type { PatternContext } from './pattern-context.js';
import { TrendBlocks, type TrendBlock } from '../baselines/trend-blocks.js';
import { BASELINES, commonScatter, ownScatter, type Baseline } from '../baselines/trend-scatter.js';

const MIN_BLOCKS = 8;
/** With fewer, not even all but a twelfth of the days in the later half would do among dozens of items. */
const MIN_DAYS = 20;
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
  if (calendar.count < MIN_BLOCKS) return run;
  const items = context.items.filter((item) => item.days.length >= context.minOccurrences);
  const enough = items.filter((item) => item.days.length >= MIN_DAYS);
  const tried = enough
    .map((item): Tried => ({ item, blocks: calendar.of(item) }))
    .filter(({ blocks }) => blocks.length >= MIN_BLOCKS);
  run.count(POWERLESS, 0, 2 * (items.length - tried.length));
  // Types are few and broad: they say nothing of how topics come and go.
  const topics = tried.filter(({ item }) => item.kind !== 'type');
  const common = commonScatter(topics.map(({ blocks }) => score(blocks, 'byMemories')));
  for (const { item, blocks } of tried) {
    // Growth and decline are two hypotheses.
    run.count(UNBOUNDED, TENTATIVE_P, 2);
    const up = score(blocks, 'byMemories') > 0;
    const { p, baseline } = tail(blocks, item.days.length / (ownScatter(blocks) * common), up);
    const half = halfOf(blocks, baseline, up);
    if (p <= TENTATIVE_P && half.observed >= context.minOccurrences)
      run.add(candidate(calendar, { item, blocks }, half, p));
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

/** The larger answer of the two baselines, and whose it is. */
function tail(blocks: readonly TrendBlock[], draws: number, up: boolean): { p: number; baseline: Baseline } {
  const times = blocks.map(({ time }) => (up ? time : -time));
  const observed = sum(blocks, (block) => block.observed);
  const mean = blocks.reduce((total, block, at) => total + block.observed * (times[at] ?? 0), 0) / observed;
  const answers = BASELINES.map((baseline) => {
    const weights = blocks.map((block) => block[baseline]);
    return { p: meanUpperTail(mean, draws, weights, times), baseline };
  });
  return answers.reduce((larger, answer) => (answer.p > larger.p ? answer : larger));
}

/** A growing thing is counted in the later half of what it was compared with, a shrinking one in the earlier. */
interface Half {
  readonly up: boolean;
  /** The number of the first block of the later half. */
  readonly cut: number;
  readonly observed: number;
  readonly expected: number;
}

/**
 * Cut between the blocks where about half of the baseline lies on either side, not in the middle of the time: for most of
 * the time little may have been written.
 */
function halfOf(blocks: readonly TrendBlock[], baseline: Baseline, up: boolean): Half {
  const half = sum(blocks, (block) => block[baseline]) / 2;
  let [cut, before] = [0, 0];
  while (cut < blocks.length - 1) {
    const after = before + (blocks[cut]?.[baseline] ?? 0);
    if (Math.abs(after - half) > Math.abs(before - half)) break;
    [cut, before] = [cut + 1, after];
  }
  const counted = up ? blocks.slice(cut) : blocks.slice(0, cut);
  return {
    up,
    cut: blocks[cut]?.from ?? 0,
    observed: sum(counted, (block) => block.observed),
    expected: sum(counted, (block) => block[baseline]),
  };
}

/** None where the mean moved but the half does not hold more than expected: what is reported must be seen in the numbers. */
function candidate(
  calendar: TrendBlocks,
  { item }: Tried,
  { up, cut, observed, expected }: Half,
  p: number,
): Candidate | undefined {
  if (observed <= expected) return undefined;
  const fits = (memory: number): boolean => calendar.at(memory) >= cut === up;
  return {
    family: 'trend',
    items: [item],
    p,
    reach: UNBOUNDED,
    test: 'mean time (saddlepoint)',
    params: { direction: up ? 'up' : 'down' },
    observed,
    of: item.days.length,
    expected,
    evidence: () => item.memories.filter(fits),
    counterExamples: () => item.memories.filter((memory) => !fits(memory)),
  };
}

function sum(blocks: readonly TrendBlock[], value: (block: TrendBlock) => number): number {
  return blocks.reduce((total, block) => total + value(block), 0);
}
