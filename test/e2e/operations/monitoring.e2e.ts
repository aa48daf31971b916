import { readFileSync } from 'node:fs';
import { parser } from '@prometheus-io/lezer-promql';
import { parse } from 'yaml';
import { sharedServer } from '../../support/service/api.js';
import { readMetrics } from '../../support/service/metrics-text.js';

interface Rules {
  readonly groups: {
    readonly rules: {
      readonly alert: string;
      readonly expr: string;
      readonly for: string;
      readonly labels: { readonly severity: string };
      readonly annotations: { readonly summary: string; readonly runbook: string };
    }[];
  }[];
}

interface Dashboard {
  readonly panels: {
    readonly title: string;
    readonly type: string;
    readonly gridPos: { readonly x: number; readonly w: number };
    readonly targets?: { readonly expr: string; readonly legendFormat: string }[];
  }[];
}

const { groups } = parse(readFileSync('deploy/prometheus/mneme.rules.yaml', 'utf8')) as Rules;
const rules = groups.flatMap((group) => group.rules);
const { panels } = JSON.parse(readFileSync('deploy/grafana/mneme.json', 'utf8')) as Dashboard;
const runbook = readFileSync('docs/operate/runbook.md', 'utf8');
/** There where a Redis is, and where a language model is (test/embedded/judge.e2e.ts). */
const CONDITIONAL = /^mneme_(redis_up|intelligence_judge_\w+)$/;
/** What Grafana puts in place of its variables. */
const filledIn = (expr: string): string => expr.replaceAll('$__rate_interval', '1m').replaceAll('$instance', '.*');
const expressions = [
  ...rules.map(({ alert, expr }) => [alert, expr] as const),
  ...panels.flatMap(({ title, targets = [] }) => targets.map(({ expr }) => [title, filledIn(expr)] as const)),
];

/** The nodes of an expression of one kind, as written. @throws Error where it is no PromQL */
function nodesOf(expr: string, kind: string): string[] {
  const found: string[] = [];
  parser.parse(expr).iterate({
    enter: ({ name, from, to, type }) => {
      if (type.isError) throw new Error(`no PromQL at ${from}: ${expr}`);
      if (name === kind) found.push(expr.slice(from, to));
    },
  });
  return found;
}

describe('alert rules and dashboard', () => {
  it.each(expressions)('%s asks in PromQL for what a process tells', async (_, expr) => {
    const { names, samples } = await readMetrics(sharedServer().url);
    const asked = nodesOf(expr, 'Identifier').filter((name) => /^(mneme|nodejs|process)_/.test(name));
    expect(asked.length).toBeGreaterThan(0);
    for (const name of asked) {
      const metric = names.has(name) ? name : name.replace(/_(bucket|count|sum)$/, '');
      // Redis's own numbers are there where a Redis is.
      if (name !== 'mneme_redis_up') expect([name, names.has(metric)]).toEqual([name, true]);
      const labels = samples.filter((sample) => sample.name === name).flatMap((sample) => Object.keys(sample.labels));
      const matched = nodesOf(expr, 'LabelName').filter((label) => label !== 'instance');
      if (labels.length > 0 && asked.length === 1) expect([...labels, 'le']).toEqual(expect.arrayContaining(matched));
    }
  });

  it('have a section of the runbook for each alert, and no other', () => {
    const sections = [...runbook.matchAll(/^### (\w+)$/gm)].map(([, name]) => name);
    expect(sections).toEqual(rules.map(({ alert }) => alert));
    for (const { alert, annotations, labels } of rules) {
      expect(annotations.runbook).toBe(`docs/operate/runbook.md#${alert.toLowerCase()}`);
      expect(annotations.summary.length).toBeGreaterThan(10);
      expect(['critical', 'warning']).toContain(labels.severity);
    }
    for (const [, anchor = ''] of runbook.matchAll(/\]\(#(\w+)\)/g)) {
      expect(sections.map((name) => name?.toLowerCase())).toContain(anchor);
    }
  });

  it('are tried by promtool: each alert is in its test', () => {
    const test = readFileSync('deploy/prometheus/mneme.rules.test.yaml', 'utf8');
    for (const { alert } of rules) expect(test).toContain(`alertname="${alert}"`);
  });

  it('have panels that lie beside each other, each with a legend', () => {
    for (const { title, type, gridPos, targets = [] } of panels) {
      expect([title, gridPos.x + gridPos.w <= 24]).toEqual([title, true]);
      if (type !== 'row') expect([title, targets.length > 0]).toEqual([title, true]);
      for (const { legendFormat } of targets) expect(legendFormat).not.toBe('');
    }
  });
});

describe('the metrics in docs/operate/monitoring.md', () => {
  it('are those of a process, and no other', async () => {
    const { names } = await readMetrics(sharedServer().url);
    const docs = readFileSync('docs/operate/monitoring.md', 'utf8') + readFileSync('docs/guides/webhooks.md', 'utf8');
    const told = [...names].filter((name) => name.startsWith('mneme_'));
    for (const name of told) expect([name, docs.includes(`\`${name}`)]).toEqual([name, true]);
    const [, table = ''] = /^## Metrics\n([\s\S]*?)^## /m.exec(docs) ?? [];
    const documented = [...table.matchAll(/`(mneme_\w+)/g)].map(([, name]) => name ?? '');
    expect(documented.filter((name) => !names.has(name) && !CONDITIONAL.test(name))).toEqual([]);
    expect(documented.length).toBeGreaterThan(30);
  });
});
