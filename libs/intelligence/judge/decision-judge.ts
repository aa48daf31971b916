import { randomBytes } from 'node:crypto';
import { Logger } from '@nestjs/common';
import { ConcurrencyLimiter } from '@mneme/platform/concurrency';
import type { JudgeConfig } from '@mneme/platform/config';
import { callerSignal } from '@mneme/platform/context';
import { DomainError } from '@mneme/platform/errors';
import type { TenantId } from '@mneme/platform/ids';
import { failureText, inStep } from '@mneme/platform/observability';
import {
  type ChatModel,
  ChatModelError,
  type ChatPrompt,
  type ChatReply,
  type ChatUsage,
} from '../chat-model/chat-model.js';
import type { DroppedClaims } from './dropped-claims.js';
import type { JudgeAccessService, JudgeReservation } from './judge-access.service.js';
import { JudgeCircuit } from './judge-circuit.js';
import { JudgeFailureError } from './judge-failure.js';
import type { JudgeMetrics, JudgeOutcome } from './judge-metrics.js';
import { type JudgeQuestion, PROMPT_VERSION, promptOf, tokensOf } from './judge-questions.js';
import { JudgeRepliesCache } from './judge-replies.cache.js';
import { type JsonObject, jsonObjectIn } from './reply-json.js';

/** Judgements under way at once: each holds the memories of its request, and a connection. */
const LIMITS = { all: 8, ofOne: 2 };
/** What the endpoint did: failures of these kinds are its own, not the contents'. */
const ENDPOINT_FAILURES: ReadonlySet<string> = new Set(['timeout', 'unreachable', 'rejected', 'overloaded']);
/** Nothing was computed. */
const UNUSED_FAILURES: ReadonlySet<string> = new Set(['unreachable', 'rejected', 'overloaded']);

/**
 * Puts one question to the language model.
 * @param read what the caller makes of a reply: undefined where that has not the form that was asked for. What it throws,
 *   too, keeps the reply from being reused
 * @throws JudgeFailureError; DomainError callerGone
 */
export type Ask = <T>(question: JudgeQuestion, read: (reply: JsonObject) => T | undefined) => Promise<T>;

/** Asks a language model about the memories of tenants that it is switched on for, in bounded time, number and budget. */
export class DecisionJudge {
  private readonly logger = new Logger(DecisionJudge.name);
  private readonly limiter = new ConcurrencyLimiter(LIMITS, 'too many judgements');
  private readonly circuit = new JudgeCircuit();
  private readonly replies: JudgeRepliesCache;

  constructor(
    private readonly model: ChatModel,
    private readonly config: Pick<JudgeConfig, 'timeoutMs' | 'callsPerDay' | 'tokensPerDay'>,
    private readonly access: JudgeAccessService,
    private readonly metrics: JudgeMetrics,
  ) {
    this.replies = new JudgeRepliesCache(model.name);
  }

  /** What judged, for the response. */
  get method(): { readonly model: string; readonly prompt: string } {
    return { model: this.model.name, prompt: PROMPT_VERSION };
  }

  async isOn(tenant: TenantId): Promise<boolean> {
    return this.access.isOn(tenant);
  }

  /**
   * Work that asks one question after the other, all within the time limit of one request.
   * @throws JudgeFailureError; DomainError callerGone; what the work throws
   */
  async run<T>(tenant: TenantId, work: (ask: Ask) => Promise<T>): Promise<T> {
    const endsAt = performance.now() + this.config.timeoutMs;
    const ask: Ask = (question, read) => this.ask(tenant, question, read, endsAt);
    return this.limiter
      .run(tenant, () => work(ask))
      .catch((error: unknown) => {
        throw isTooMuch(error) ? new JudgeFailureError('busy') : error;
      });
  }

  /** Claims that were left out of what a response is made of. */
  noteDropped(claims: DroppedClaims): void {
    this.metrics.drop(claims);
  }

  forget(tenant: TenantId): void {
    this.replies.forget(tenant);
  }

  private async ask<T>(
    tenant: TenantId,
    question: JudgeQuestion,
    read: (reply: JsonObject) => T | undefined,
    endsAt: number,
  ): Promise<T> {
    const known = this.replies.get(tenant, question);
    const remembered = known && read(known);
    if (remembered !== undefined) {
      this.metrics.called(question.step, 'cached');
      return remembered;
    }
    try {
      const reply = jsonObjectIn((await this.call(tenant, question, endsAt)).text);
      const answer = reply && read(reply);
      if (reply === undefined || answer === undefined) throw new JudgeFailureError('unusable');
      this.replies.set(tenant, question, reply);
      this.metrics.called(question.step, 'ok');
      return answer;
    } catch (error) {
      throw this.failed(question, error);
    }
  }

  private async call(tenant: TenantId, question: JudgeQuestion, endsAt: number): Promise<ChatReply> {
    if (callerSignal()?.aborted === true) throw DomainError.callerGone();
    const prompt = promptOf(question, randomBytes(16).toString('hex'));
    const { callsPerDay: calls, tokensPerDay: tokens } = this.config;
    if (!this.circuit.admit()) throw new JudgeFailureError('paused');
    const reservation = await this.access
      .reserve(tenant, tokensOf(prompt), { calls, tokens })
      .catch((error: unknown) => {
        this.circuit.settle('none');
        throw error;
      });
    if (reservation === undefined) {
      this.circuit.settle('none');
      throw new JudgeFailureError('budget');
    }
    return this.complete(question, prompt, reservation, endsAt);
  }

  private async complete(
    { step }: JudgeQuestion,
    prompt: ChatPrompt,
    reservation: JudgeReservation,
    endsAt: number,
  ): Promise<ChatReply> {
    const startedAt = performance.now();
    const limits = { timeoutMs: Math.max(0, endsAt - startedAt), caller: callerSignal() };
    try {
      const reply = await inStep('language model', { 'mneme.judge.step': step }, () =>
        this.model.complete(prompt, limits),
      );
      this.circuit.settle('answered');
      await this.settle(reservation, reply.usage);
      return reply;
    } catch (error) {
      if (!(error instanceof ChatModelError)) this.circuit.settle('none');
      else {
        this.circuit.settle(ENDPOINT_FAILURES.has(error.failure) ? 'failed' : 'answered');
        await this.settle(reservation, error.usage, UNUSED_FAILURES.has(error.failure));
      }
      throw error;
    } finally {
      this.metrics.took(step, performance.now() - startedAt);
    }
  }

  /** What the endpoint does not report, or was broken off, counts as it was estimated. */
  private async settle(reservation: JudgeReservation, usage: ChatUsage | undefined, isUnused = false): Promise<void> {
    if (usage !== undefined) this.metrics.used(usage);
    const reported = usage && usage.promptTokens + usage.completionTokens;
    await this.access.settle(reservation, reported ?? (isUnused ? 0 : reservation.tokens)).catch((error: unknown) => {
      this.logger.warn(`tokens could not be settled: ${failureText(error)}`);
    });
  }

  /** Counts and logs it once, with nothing of what was asked or answered. */
  private failed({ step }: JudgeQuestion, error: unknown): Error {
    const failure = error instanceof ChatModelError ? new JudgeFailureError(error.failure, { cause: error }) : error;
    this.metrics.called(step, outcomeOf(failure));
    if (failure instanceof JudgeFailureError && failure.reason !== 'budget' && failure.reason !== 'paused') {
      const { cause } = failure;
      this.logger.warn(`${this.model.name}: ${cause instanceof Error ? cause.message : failure.message}`);
    }
    return failure as Error;
  }
}

function outcomeOf(failure: unknown): JudgeOutcome {
  if (failure instanceof JudgeFailureError) return failure.reason;
  return failure instanceof DomainError && failure.kind === 'callerGone' ? 'canceled' : 'failed';
}

function isTooMuch(error: unknown): boolean {
  return error instanceof DomainError && error.kind === 'rateLimited';
}
