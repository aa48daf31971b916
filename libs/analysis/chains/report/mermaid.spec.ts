import type { Chain, ChainNode } from '../types/chain-report.js';
import { mermaidOf } from './mermaid.js';

function chain(texts: readonly string[]): Chain {
  const nodes = texts.map((excerpt, i): ChainNode => ({
    memoryId: `m${String(i)}`,
    type: 'episodic',
    role: i === 0 ? 'decision' : 'action',
    roleConfidence: 1,
    at: '2026-01-05T09:00:00.000Z',
    excerpt,
    onTrunk: i < 2,
  }));
  const edges = nodes.slice(1).map(({ memoryId }) => ({
    from: 'm0',
    to: memoryId,
    relation: 'led_to' as const,
    confidence: 1,
    basis: 'inferred' as const,
    why: [],
  }));
  const decision = { memoryId: 'm0', text: '', at: '', rejected: [] };
  return {
    id: 'c',
    confidence: 1,
    headline: '',
    decision,
    nodes,
    edges,
    possible: [],
    trunk: [],
    alternatives: [],
    gaps: [],
    narrative: [],
  };
}

it('draws nodes and edges', () => {
  expect(mermaidOf(chain(['Red house.', 'Moved in.']))).toBe(
    'flowchart TD\n  n0["decision 2026-01-05: Red house."]\n  n1["action 2026-01-05: Moved in."]\n  n0 -->|led to 1| n1',
  );
});

it('lets no text out of its label', () => {
  const hostile =
    '"] --> x; click n0 "javascript:alert(1)" <script> %%{init: {}}%% `code` [a](b) **b** #quot; end\n subgraph';
  const [, label = ''] = mermaidOf(chain([hostile])).split('\n');
  expect(label.startsWith('  n0["') && label.endsWith('"]')).toBe(true);
  expect(label.slice(6, -2)).not.toMatch(/["<>[\](){}`*%#&|\\](?!\d+;)/);
});

it('writes signs as their codes, so that those of a text are no codes', () => {
  const [, label] = mermaidOf(chain(['Bed & breakfast, #35; &amp; <b>50%</b>'])).split('\n');
  expect(label).toBe(
    '  n0["decision 2026-01-05: Bed #38; breakfast, #35;35#59; #38;amp#59; #60;b#62;50#37;#60;#47;b#62;"]',
  );
});

it('draws forty nodes at most, those of the trunk among them', () => {
  const lines = mermaidOf(chain(Array.from({ length: 90 }, (_, i) => `text ${String(i)}`))).split('\n');
  expect(lines.filter((line) => line.includes('["'))).toHaveLength(40);
  expect(lines[1]).toContain('text 0');
});
