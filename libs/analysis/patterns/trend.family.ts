import { normalUpperTail } from '../statistics/normal.js';
import { smoothRate } from '../statistics/smooth-rate.js';
import { TENTATIVE_P, type Candidate } from './candidate.js';
import { FamilyRun } from './family-run.js';
import type { Item } from './item.js';
import type { PatternContext } from './pattern-context.js';
import { spanOf, type Timeline } from './timeline.js';

/** Blocks of time; shorter ones do not see that a burst is one event. */
const BLOCK_DAYS = 14;
const FEWEST_BLOCKS = 8;
const FEWEST_DAYS = 10;
/** Of the smooth course: level, slope, turn. */
const CURVE_PARAMETERS = 3;
/** Means below this would make one count look like many. */
const FLOOR = 0.1;
/** A score has no smallest p. */
const UNBOUNDED = 40;

/**
 * Things that take a growing or a shrinking share. Unit: days of the item in blocks of two weeks, expected in
 * proportion to what the tenant wrote. A score test for a log-linear trend, its variance widened by how far the counts
 * scatter around that trend (quasi-Poisson), because things that come in bursts scatter widely and prove little.
 */
export function trends(context: PatternContext): FamilyRun {
  const run = new FamilyRun('trend');
  const blockOf = blockOfDays(context.timeline);
  const count = (blockOf.at(-1) ?? 0) + 1;
  if (count < FEWEST_BLOCKS) return run;
  for (const item of context.items) {
    if (item.days.length < Math.max(FEWEST_DAYS, context.minOccurrences)) continue;
    const blocks = blocksOf(context, item, blockOf, count);
    if (blocks.length < FEWEST_BLOCKS) continue;
    const z = scoreTest(blocks);
    // Growth and decline are two hypotheses.
    run.count(UNBOUNDED, 2);
    const p = normalUpperTail(Math.abs(z));
    if (p <= TENTATIVE_P) run.add({ ...candidate(context.timeline, item, blocks, z > 0), p });
  }
  return run;
}

interface Block {
  readonly observed: number;
  /** Days of the item expected here were its share steady. */
  readonly expected: number;
  /** −1 at the start of the memories, 1 at their end. */
  readonly time: number;
}

/** Of each day (position): its stretch of two weeks; the last one is longer. */
function blockOfDays(timeline: Timeline): Int32Array {
  const count = Math.floor(spanOf(timeline) / BLOCK_DAYS);
  const first = timeline.days[0] ?? 0;
  return timeline.days.map((day) => Math.min(count - 1, Math.floor((day - first) / BLOCK_DAYS)));
}

function blocksOf({ exposure }: PatternContext, item: Item, blockOf: Int32Array, count: number): Block[] {
  const hits = new Float64Array(count);
  const observed = new Float64Array(count);
  const chances = exposure.hits(item.memories.length);
  let total = 0;
  for (let position = 0; position < blockOf.length; position += 1) {
    const block = blockOf[position] ?? 0;
    const chance = chances[position] ?? 0;
    hits[block] = (hits[block] ?? 0) + chance;
    total += chance;
  }
  for (const position of item.days) observed[blockOf[position] ?? 0] = (observed[blockOf[position] ?? 0] ?? 0) + 1;
  const scale = item.days.length / total;
  return [...hits]
    .map((hit, index) => ({
      observed: observed[index] ?? 0,
      expected: hit * scale,
      time: (2 * index) / (count - 1) - 1,
    }))
    .filter((block) => block.expected > 0);
}

/** How many standard deviations the trend is from none. */
function scoreTest(blocks: readonly Block[]): number {
  const total = sum(blocks, (block) => block.expected);
  const centre = sum(blocks, (block) => block.expected * block.time) / total;
  const score = sum(blocks, (block) => (block.observed - block.expected) * (block.time - centre));
  const information = sum(blocks, (block) => block.expected * (block.time - centre) ** 2);
  return information <= 0 ? 0 : score / Math.sqrt(information * scatterOf(blocks));
}

/** How much wider than Poisson counts these scatter around a smooth course, blocks that err alike counted once. */
function scatterOf(blocks: readonly Block[]): number {
  const means = smoothRate(
    blocks.map(({ observed }) => observed),
    blocks.map(({ expected }) => expected),
    blocks.map(({ time }) => time),
  );
  const residuals = blocks.map(
    ({ observed }, at) => (observed - (means[at] ?? 0)) / Math.sqrt(Math.max(FLOOR, means[at] ?? 0)),
  );
  const squares = residuals.reduce((total, residual) => total + residual ** 2, 0);
  const products = residuals.reduce((total, residual, at) => total + residual * (residuals[at - 1] ?? 0), 0);
  const correlation = squares === 0 ? 0 : products / squares;
  return Math.max(1, squares / (blocks.length - CURVE_PARAMETERS)) * Math.max(1, 1 + 2 * correlation);
}

function candidate(timeline: Timeline, item: Item, blocks: readonly Block[], up: boolean): Omit<Candidate, 'p'> {
  const later = blocks.filter((block) => block.time > 0 === up);
  const middle = ((timeline.days[0] ?? 0) + (timeline.days.at(-1) ?? 0)) / 2;
  const fits = (memory: number): boolean => (timeline.days[timeline.dayOf[memory] ?? 0] ?? 0) > middle === up;
  return {
    family: 'trend',
    items: [item],
    reach: UNBOUNDED,
    test: 'score (quasi-Poisson)',
    params: { direction: up ? 'up' : 'down' },
    observed: sum(later, (block) => block.observed),
    of: item.days.length,
    expected: sum(later, (block) => block.expected),
    evidence: () => item.memories.filter(fits),
    counterExamples: () => item.memories.filter((memory) => !fits(memory)),
  };
}

function sum(blocks: readonly Block[], value: (block: Block) => number): number {
  return blocks.reduce((total, block) => total + value(block), 0);
}
