import { z } from 'zod';
import { chainText, patternText } from '../text/analysis-text.js';
import { recordedData } from '../text/escaped.js';
import { counted } from '../text/memory-text.js';
import { recorded } from '../text/recorded.js';
import { attributes, day } from './fields.js';
import { defineTool } from './tool.js';

const READ = 'read:intelligence';

const explainDecision = defineTool({
  name: 'memory_explain_decision',
  title: 'Explain a decision',
  description: 'Reconstruct from memories how a decision came about: trigger, options, reasons, outcome.',
  scope: READ,
  effect: 'reads',
  input: z.strictObject({
    topic: z.string().describe('What was decided'),
    from: day.optional(),
    to: day.optional(),
    metadata: attributes.optional(),
  }),
  output: z.looseObject({ status: z.string(), chains: z.array(z.looseObject({ headline: z.string() })) }),
  run: async ({ topic, from, to, metadata }, { mneme }, options) => {
    const timeRange = { ...(from !== undefined && { from }), ...(to !== undefined && { to }) };
    const params = { timeRange, ...(metadata !== undefined && { metadata }) };
    const found = await mneme.decisionChains.reconstruct(topic, params, options);
    const { status, reason, chains, warnings } = found;
    const heading = [`${counted(chains.length, 'decision', 'decisions')} (${status}).`, reason ?? '', ...warnings];
    const shown = chains.map(({ id, headline, confidence, decision, nodes, narrative, gaps }) => {
      return { id, headline, confidence, decision, nodes, narrative, gaps };
    });
    const data = recordedData({ status, ...(reason !== undefined && { reason }), chains: shown, warnings });
    return { text: recorded(heading.filter((part) => part !== '').join(' '), chains.map(chainText)), data };
  },
});

const patterns = defineTool({
  name: 'memory_patterns',
  title: 'Detect patterns',
  description: 'Find regularities that no single memory states: routines, intervals, sequences, trends, preferences.',
  scope: READ,
  effect: 'reads',
  input: z.strictObject({
    minOccurrences: z.int().optional(),
    timezone: z.string().optional().describe('IANA name'),
    metadata: attributes.optional(),
  }),
  output: z.looseObject({ patterns: z.array(z.looseObject({ title: z.string(), tier: z.string() })) }),
  run: async (args, { mneme }, options) => {
    const { patterns: found, warnings } = await mneme.patterns.detect(args, options);
    const heading = [`${counted(found.length, 'pattern', 'patterns')}.`, ...warnings].join(' ');
    const shown = found.map(({ id, family, title, description, tier, confidence, evidenceIds }) => {
      return { id, family, title, description, tier, confidence, evidenceIds };
    });
    return { text: recorded(heading, found.map(patternText)), data: recordedData({ patterns: shown, warnings }) };
  },
});

export const ANALYSIS_TOOLS = [explainDecision, patterns];
