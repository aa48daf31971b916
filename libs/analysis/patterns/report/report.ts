import { describe } from './description.js';
import { boundedName, labelOf } from './names.js';
import type { Tier } from '../types/candidate.js';
import { FALSE_DISCOVERY_RATE, type Finding } from '../selection/fdr-selection.js';
import type { Pattern, PatternReport, Suppressed } from '../types/pattern.js';
import type { FoundPatterns, PatternOptions } from '../pattern-search.js';
import { patternId } from '../selection/pattern-id.js';
import { shareInterval } from '../../statistics/binomial.js';
import { spread } from '../types/even-sample.js';
import type { Timeline } from '../calendar/timeline.js';
import { type Reported, reportedByChance, reportedFindings } from '../selection/reported-findings.js';
import { vizOf } from './viz.js';
import { warningsOf } from './warnings.js';

const METHOD_VERSION = '2';
/** Never certain, and no more digits than mean something. */
const MAX_CONFIDENCE = 0.999;
const MAX_EVIDENCE = 20;
/** Of these so many are shown with their text. */
const MAX_SHOWN = 5;
const MAX_COUNTER_EXAMPLES = 5;

export function reportOf(found: FoundPatterns, options: PatternOptions): PatternReport {
  const reported = reportedFindings(found.findings, found.timeline, options);
  const dismissed = new Set(options.dismissed);
  const isDismissed = (finding: Finding): boolean => dismissed.has(patternId(finding));
  const count = (tier: Tier): number => reported.findings.filter((finding) => finding.tier === tier).length;
  return {
    minOccurrences: options.minOccurrences,
    timezone: options.timezone,
    analysed: {
      memories: found.timeline.size,
      days: found.timeline.days.length,
      items: found.table.items.length,
      hypothesesTested: found.hypothesesTested,
    },
    tiers: {
      established: count('established'),
      tentative: count('tentative'),
      expectedByChance: Math.round(reportedByChance(found.runs) * 10) / 10,
    },
    patterns: reported.findings.map((finding) => ({
      ...patternOf(finding, found.timeline),
      ...(isDismissed(finding) && { dismissed: true as const }),
    })),
    suppressed: suppressedOf(found, reported),
    warnings: warningsOf(found, options),
    method: { version: METHOD_VERSION, falseDiscoveryRate: FALSE_DISCOVERY_RATE },
  };
}

function patternOf(finding: Finding, timeline: Timeline): Pattern {
  const { family, tier, params, p, q, test, observed, expected, of } = finding;
  const evidence = finding.evidence();
  const [low, high] = shareInterval(observed, of);
  const ids = (memories: readonly number[]): string[] =>
    memories.map((index) => timeline.observations[index]?.id ?? '');
  return {
    id: patternId(finding),
    family,
    ...describe(finding),
    tier,
    confidence: Math.min(Math.round((1 - q) * 1_000) / 1_000, MAX_CONFIDENCE),
    support: { episodes: finding.episodes ?? observed, memories: evidence.length, ...timesOf(evidence, timeline) },
    effect: {
      ...(expected > 0 && { lift: significant(observed / expected) }),
      expected: significant(expected),
      observed,
      ci95: [share(low), share(high)],
    },
    stats: { p: significant(p), q: significant(q), test },
    params: Object.fromEntries(Object.entries(params).map(([name, value]) => [name, bounded(value)])),
    items: finding.items.map((item) => ({ kind: item.kind, name: boundedName(labelOf(item)) })),
    evidenceIds: ids(spread(evidence, MAX_EVIDENCE)),
    evidence: spread(evidence, MAX_SHOWN).map((memory) => shownOf(memory, timeline)),
    counterExampleIds: ids(spread(finding.counterExamples(), MAX_COUNTER_EXAMPLES)),
    viz: vizOf(finding, timeline),
  };
}

/** Three digits: nothing that is counted in days is known more exactly, and no probability either. */
function significant(value: number): number {
  return Number(value.toPrecision(3));
}

function shownOf(memory: number, { observations }: Timeline): Pattern['evidence'][number] {
  const { id = '', at = 0 } = observations[memory] ?? {};
  return { id, at: new Date(at).toISOString() };
}

/** Thousandths; of all episodes the interval ends at 1, not a rounding error below. */
function share(value: number): number {
  return Math.round(value * 1_000) / 1_000;
}

function bounded(value: string | number | boolean): string | number | boolean {
  return typeof value === 'string' ? boundedName(value) : value;
}

function timesOf(evidence: readonly number[], { observations }: Timeline): { firstAt: string; lastAt: string } {
  const times = evidence.map((memory) => observations[memory]?.at ?? 0).sort((a, b) => a - b);
  return { firstAt: new Date(times[0] ?? 0).toISOString(), lastAt: new Date(times.at(-1) ?? 0).toISOString() };
}

/** What was left out and why; one entry a reason. */
function suppressedOf(found: FoundPatterns, reported: Omit<Reported, 'findings'>): Suppressed[] {
  const { dropped } = found.table;
  const counts = new Map<string, number>();
  for (const { reason, count } of [
    { reason: 'too_few_episodes', count: dropped.tooRare },
    { reason: 'uninformative', count: dropped.tooCommon },
    { reason: 'same_memories', count: dropped.same },
    { reason: 'item_limit', count: dropped.overCap },
    { reason: 'no_power', count: found.withoutPower },
    ...found.runs.flatMap((run) => run.suppressed),
    { reason: 'explained_by_stronger', count: reported.redundant },
    { reason: 'likely_chance', count: reported.likelyChance },
    { reason: 'dismissed', count: reported.dismissed },
    { reason: 'pattern_limit', count: reported.overLimit },
  ]) {
    counts.set(reason, (counts.get(reason) ?? 0) + count);
  }
  return Array.from(counts, ([reason, count]) => ({ reason, count })).filter(({ count }) => count > 0);
}
