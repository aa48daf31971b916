import { inStep, Metrics } from '@mneme/platform/observability';
import { Injectable } from '@nestjs/common';
import type { Counter, Histogram } from 'prom-client';
import type { ObserveCall, Outcome } from './mcp-server.js';

const BUCKETS_SECONDS = [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

/** Counts and times the calls of each tool, and traces them. */
@Injectable()
export class McpCalls {
  private readonly calls: Counter<'tool' | 'outcome'>;
  private readonly durations: Histogram<'tool'>;

  constructor(metrics: Metrics) {
    this.calls = metrics.counter('mneme_mcp_calls_total', 'Calls of MCP tools', ['tool', 'outcome']);
    const help = 'Time that a call of an MCP tool takes';
    this.durations = metrics.histogram('mneme_mcp_call_duration_seconds', help, BUCKETS_SECONDS, ['tool']);
  }

  readonly observe: ObserveCall = async (tool, work) => {
    const end = this.durations.startTimer({ tool });
    let outcome: Outcome = 'failed';
    try {
      outcome = await inStep(`mcp ${tool}`, { 'mneme.mcp.tool': tool }, work);
    } finally {
      end();
      this.calls.inc({ tool, outcome });
    }
  };
}
