import { z } from 'zod';
import { candidateText, chainText, patternText } from '../text/analysis-text.js';
import { recordedData } from '../text/escaped.js';
import { counted } from '../text/memory-text.js';
import { recorded } from '../text/recorded.js';
import { attributes, day, id } from './fields.js';
import { reliablePatterns, type ReliablePatterns } from './reliable-patterns.js';
import { defineTool } from './tool.js';

const READ = 'read:intelligence';
const MAX_PATTERNS = 100;
const PATTERNS = 10;

const explainDecision = defineTool({
  name: 'memory_explain_decision',
  title: 'Explain a decision',
  description: 'Reconstruct from memories how a decision came about: trigger, options, reasons, outcome.',
  scope: READ,
  effect: 'reads',
  input: z.strictObject({
    topic: z.string().describe('What was decided'),
    decisionId: id.optional(),
    from: day.optional(),
    to: day.optional(),
    metadata: attributes.optional(),
  }),
  output: z.looseObject({ status: z.string(), chains: z.array(z.looseObject({ headline: z.string() })) }),
  run: async ({ topic, decisionId, from, to, metadata }, { mneme }, options) => {
    const timeRange = { ...(from !== undefined && { from }), ...(to !== undefined && { to }) };
    const params = { timeRange, ...(decisionId && { decisionId }), ...(metadata !== undefined && { metadata }) };
    const found = await mneme.decisionChains.reconstruct(topic, params, options);
    const { status, reason, candidates = [], chains, warnings } = found;
    const meant = candidates.length === 0 ? '' : 'These may be meant: ask again with the decisionId of one.';
    const heading = [
      `${counted(chains.length, 'decision', 'decisions')} (${status}).`,
      reason ?? '',
      meant,
      ...warnings,
    ];
    const shown = chains.map(({ id, headline, confidence, decision, nodes, narrative, gaps }) => {
      return { id, headline, confidence, decision, nodes, narrative, gaps };
    });
    const data = recordedData({ status, ...(reason !== undefined && { reason }), chains: shown, candidates, warnings });
    const texts = [...chains.map(chainText), ...candidates.map(candidateText)];
    return { text: recorded(heading.filter((part) => part !== '').join(' '), texts), data };
  },
});

const patterns = defineTool({
  name: 'memory_patterns',
  title: 'Detect patterns',
  description: 'Find regularities that no single memory states: routines, intervals, sequences, trends, preferences.',
  scope: READ,
  effect: 'reads',
  input: z.strictObject({
    limit: z.int().min(1).max(MAX_PATTERNS).optional().describe('default 10'),
    minOccurrences: z.int().optional(),
    timezone: z.string().optional().describe('IANA name'),
    metadata: attributes.optional(),
  }),
  output: z.looseObject({ patterns: z.array(z.looseObject({ title: z.string(), tier: z.string() })) }),
  run: async ({ limit = PATTERNS, ...args }, { mneme }, options) => {
    const { patterns: found, warnings } = await mneme.patterns.detect(args, options);
    const reliable = reliablePatterns(found, limit);
    const heading = [patternsHeading(reliable), ...warnings].join(' ');
    const shown = reliable.shown.map(({ id, family, title, description, tier, confidence, evidenceIds }) => {
      return { id, family, title, description, tier, confidence, evidenceIds };
    });
    const data = recordedData({ patterns: shown, total: reliable.total, warnings });
    return { text: recorded(heading, reliable.shown.map(patternText)), data };
  },
});

function patternsHeading({ shown, total, insignificant }: ReliablePatterns): string {
  const all = counted(total, 'pattern', 'patterns');
  return [
    shown.length < total ? `${shown.length} of ${all}` : all,
    total > 1 ? ', the most reliable first.' : '.',
    shown.length < Math.min(total, MAX_PATTERNS) ? ' The others: raise limit.' : '',
    insignificant > 0 ? ` ${insignificant} that chance explains as well are left out.` : '',
  ].join('');
}

export const ANALYSIS_TOOLS = [explainDecision, patterns];
