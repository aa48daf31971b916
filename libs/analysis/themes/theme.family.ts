import { TENTATIVE_P, type Candidate } from '../patterns/types/candidate.js';
import { FamilyRun } from '../patterns/families/family-run.js';
import { daysOf } from '../patterns/items/item-index.js';
import type { Item } from '../patterns/types/item.js';
import { agrees } from '../patterns/items/shared-memories.js';
import type { PatternContext } from '../patterns/families/pattern-context.js';
import type { Timeline } from '../patterns/calendar/timeline.js';
import { binomialUpperTail } from '../statistics/binomial.js';
import { RoundSpace } from './round-space.js';
import { sampledSketches, type SketchedMemories } from './sampled-sketches.js';
import { themeCentres } from './theme-centres.js';
import { themeMembers, type ThemeMap } from './theme-members.js';
import { distinctName, isNamed, nameFrequencies, themeName } from './theme-names.js';
import { normalUpperTail } from '../statistics/normal.js';

const MIN_SKETCHES = 30;
/** Times as many days as chance gives. */
const MIN_LIFT = 2;
/** Themes whose memories are all looked up, the clearest first. */
const MAX_THEMES = 24;
/** A theme that agrees this much with one item is not implicit: the item states it. */
const SAME_OVERLAP = 0.5;
/** Nothing bounds how dense a place can be. */
const UNBOUNDED = 40;

/**
 * Subjects that keep coming up under any tag. Centres are looked for in the memories of every other day,
 * and tested on the days between: on how many of them does a memory lie near the centre, against a Gaussian with the
 * tenant's own mean and covariance?
 */
export function themes(context: PatternContext): FamilyRun {
  const { timeline, minOccurrences } = context;
  const run = new FamilyRun('theme');
  const { searched, counted, isSample } = sampledSketches(timeline);
  if (Math.min(searched.of, counted.of) < MIN_SKETCHES) {
    run.untested = `Of the memories with an embedding ${counted.of} are on every other day and ${searched.of} on the days between, where ${MIN_SKETCHES} are needed: themes could not be tested.`;
    return run;
  }
  run.isSampled = isSample;
  const space = new RoundSpace([searched.directions, counted.directions]);
  const [searchedPoints, points] = [space.of(searched.directions), space.of(counted.directions)];
  const centres = themeCentres(searchedPoints);
  const found: Recurrence[] = [];
  for (let centre = 0; centre < centres.size; centre += 1) {
    const near = centres.products(centre, points);
    const bounds = themeBounds([near, centres.products(centre, searchedPoints)]);
    const recurrences = bounds.map((bound) => recurrenceOf(timeline, counted, near, centre, bound));
    for (const { of, expected } of recurrences) run.count(UNBOUNDED, context.byChance.of(of, expected / of));
    const best = recurrences
      .filter(({ observed, expected }) => observed >= Math.max(minOccurrences, MIN_LIFT * expected))
      .sort((a, b) => a.p - b.p)[0];
    if (best !== undefined && best.p <= TENTATIVE_P) found.push(best);
  }
  addThemes(context, { space, centres }, found, run);
  return run;
}

interface Recurrence extends ThemeBound {
  readonly centre: number;
  readonly p: number;
  readonly observed: number;
  readonly of: number;
  readonly expected: number;
}

/** Unit: the day. The chance of a day grows with its memories; over all days their mean is taken. */
function recurrenceOf(
  timeline: Timeline,
  { memories }: SketchedMemories,
  cosines: Float32Array,
  centre: number,
  bound: ThemeBound,
): Recurrence {
  let day = -1;
  let near = -1;
  let of = 0;
  let observed = 0;
  memories.forEach((memory, row) => {
    const position = timeline.dayOf[memory] ?? 0;
    if (position !== day) of += 1;
    day = position;
    if (position === near || (cosines[row] ?? 0) < bound.cosine) return;
    near = position;
    observed += 1;
  });
  const daily = 1 - (1 - bound.chance) ** (memories.length / of);
  return { ...bound, centre, p: binomialUpperTail(observed, of, daily), observed, of, expected: daily * of };
}

function addThemes({ timeline, items }: PatternContext, map: ThemeMap, found: Recurrence[], run: FamilyRun): void {
  if (found.length === 0) return;
  const themes = found.sort((a, b) => a.p - b.p).slice(0, MAX_THEMES);
  const members = themeMembers(timeline, map, themes);
  const frequencies = nameFrequencies(timeline, members);
  const unfiled = members.filter(
    (memories) =>
      !isNamed(memories, timeline, frequencies) && !items.some((item) => agrees(item.memories, memories, SAME_OVERLAP)),
  );
  const taken = new Set<string>();
  for (const memories of unfiled) {
    const theme = themes[members.indexOf(memories)];
    const name = distinctName(themeName(memories, timeline, frequencies), memories[0] ?? 0, timeline, taken);
    if (theme !== undefined)
      run.add(candidate({ kind: 'theme', name, memories, days: daysOf(memories, timeline) }, theme));
  }
  const filed = members.length - unfiled.length;
  if (filed > 0) run.suppressed.push({ reason: 'theme_is_an_item', count: filed });
  if (found.length > themes.length)
    run.suppressed.push({ reason: 'pattern_limit', count: found.length - themes.length });
}

function candidate(item: Item, { p, observed, of, expected, cosine }: Recurrence): Candidate {
  return {
    family: 'theme',
    items: [item],
    p,
    reach: UNBOUNDED,
    test: 'binomial (held-out days)',
    params: { leastCosine: Math.round(cosine * 1000) / 1000 },
    observed,
    of,
    expected,
    evidence: () => item.memories,
    counterExamples: () => [],
  };
}

/** How far above the mean a memory must lie to be of a theme, in standard deviations: wide and narrow. */
const DEVIATIONS = [3, 4] as const;

/** What belongs to a theme: all that lies so near its centre. */
export interface ThemeBound {
  /** Least cosine to the centre. */
  readonly cosine: number;
  /** How likely a memory of a Gaussian with the tenant's mean and covariance lies as near. */
  readonly chance: number;
}

/**
 * Along the direction of a centre, a Gaussian with the mean and covariance of all memories is a normal variable with the
 * mean and variance that their cosines to the centre have: so it need not be drawn. The theme's own memories widen it,
 * which makes the chance larger than it is.
 * @param lists cosines of memories to the centre
 */
function themeBounds(lists: readonly Float32Array[]): ThemeBound[] {
  let count = 0;
  let sum = 0;
  let square = 0;
  for (const cosines of lists) {
    for (const cosine of cosines) {
      sum += cosine;
      square += cosine * cosine;
    }
    count += cosines.length;
  }
  const mean = sum / count;
  const deviation = Math.sqrt(Math.max(0, square / count - mean * mean));
  return DEVIATIONS.map((times) => ({ cosine: mean + times * deviation, chance: normalUpperTail(times) }));
}
