import type { Metrics } from '@mneme/platform/observability';
import type { ChatUsage } from '../chat-model/chat-model.js';
import type { DroppedClaims } from './dropped-claims.js';
import type { JudgeFailureReason } from './judge-failure.js';
import type { JudgeStep } from './judge-questions.js';

const BUCKETS_SECONDS = [0.1, 0.25, 0.5, 1, 2.5, 5, 10, 20, 30, 60, 120];

export type JudgeOutcome = 'ok' | 'cached' | 'canceled' | JudgeFailureReason;

/** Metrics of the language model. Made only where one is configured. */
export class JudgeMetrics {
  private readonly calls;
  private readonly durations;
  private readonly tokens;
  private readonly dropped;

  constructor(metrics: Metrics) {
    this.calls = metrics.counter(
      'mneme_intelligence_judge_calls_total',
      'Questions to the language model, those included that were answered without it or not asked',
      ['step', 'outcome'],
    );
    this.durations = metrics.histogram(
      'mneme_intelligence_judge_duration_seconds',
      'Time that the language model takes for a question, retry included',
      BUCKETS_SECONDS,
      ['step'],
    );
    this.tokens = metrics.counter('mneme_intelligence_judge_tokens_total', 'Tokens that the endpoint says were used', [
      'kind',
    ]);
    this.dropped = metrics.counter(
      'mneme_intelligence_judge_dropped_claims_total',
      'Claims of the language model that did not check',
      ['reason'],
    );
  }

  called(step: JudgeStep, outcome: JudgeOutcome): void {
    this.calls.inc({ step, outcome });
  }

  took(step: JudgeStep, ms: number): void {
    this.durations.observe({ step }, ms / 1_000);
  }

  used({ promptTokens, completionTokens }: ChatUsage): void {
    this.tokens.inc({ kind: 'prompt' }, promptTokens);
    this.tokens.inc({ kind: 'completion' }, completionTokens);
  }

  drop(claims: DroppedClaims): void {
    for (const [reason, count] of claims.entries()) this.dropped.inc({ reason }, count);
  }
}
