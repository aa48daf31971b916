import { describe } from './describe.js';
import { FALSE_DISCOVERY_RATE, type Finding } from './decide.js';
import { withoutEchoes } from './echoes.js';
import type { Pattern, PatternReport } from './pattern.js';
import type { FoundPatterns, PatternOptions } from './pattern-search.js';
import { patternId } from './pattern-id.js';
import { shareInterval } from '../statistics/binomial.js';
import { spread } from './spread.js';
import type { Timeline } from './timeline.js';
import { vizOf } from './viz.js';

const METHOD_VERSION = '1';
const MOST_EVIDENCE = 20;
const MOST_COUNTER_EXAMPLES = 5;
/** Longest name of an item that is told; names are other people's text. */
const LONGEST_NAME = 80;

export function reportOf(found: FoundPatterns, { minOccurrences, timezone }: PatternOptions): PatternReport {
  const { findings, echoes } = withoutEchoes(found.findings);
  const patterns = [...findings].sort(byTier).map((finding) => patternOf(finding, found.timeline));
  const count = (tier: Pattern['tier']): number => patterns.filter((pattern) => pattern.tier === tier).length;
  return {
    minOccurrences,
    timezone,
    analysed: {
      memories: found.timeline.size,
      days: found.timeline.days.length,
      items: found.table.items.length,
      hypothesesTested: found.hypothesesTested,
    },
    tiers: {
      established: count('established'),
      tentative: count('tentative'),
      expectedByChance: Math.round(found.expectedByChance * 10) / 10,
    },
    patterns,
    suppressed: [{ reason: 'explained by a stronger pattern', count: echoes }].filter((each) => each.count > 0),
    warnings: [],
    method: { version: METHOD_VERSION, falseDiscoveryRate: FALSE_DISCOVERY_RATE },
  };
}

function patternOf(finding: Finding, timeline: Timeline): Pattern {
  const { observed, expected, of } = finding;
  const evidence = finding.evidence();
  const memory = (index: number): { id: string; at: number } => timeline.observations[index] ?? { id: '', at: 0 };
  const moment = (index: number | undefined): string => new Date(memory(index ?? 0).at).toISOString();
  return {
    id: patternId(finding),
    family: finding.family,
    ...describe(finding),
    tier: finding.tier,
    confidence: 1 - finding.q,
    support: {
      episodes: observed,
      memories: evidence.length,
      firstAt: moment(evidence[0]),
      lastAt: moment(evidence.at(-1)),
    },
    effect: {
      ...(expected > 0 && { lift: observed / expected }),
      expected,
      observed,
      ci95: shareInterval(observed, of),
    },
    stats: { p: finding.p, q: finding.q, test: finding.test },
    params: finding.params,
    items: finding.items.map(({ kind, name }) => ({ kind, name: name.slice(0, LONGEST_NAME) })),
    evidenceIds: spread(evidence, MOST_EVIDENCE).map((index) => memory(index).id),
    counterExampleIds: spread(finding.counterExamples(), MOST_COUNTER_EXAMPLES).map((index) => memory(index).id),
    viz: vizOf(finding, timeline),
  };
}

function byTier(a: Finding, b: Finding): number {
  return Number(a.tier === 'tentative') - Number(b.tier === 'tentative') || a.p - b.p;
}
