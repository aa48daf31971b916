import type { Chain, ChainMemory, ChainReport, PossibleDecision } from '@mneme/analysis';
import { isWarmUp } from '@mneme/platform/context';
import { DomainError } from '@mneme/platform/errors';
import { failureText } from '@mneme/platform/observability';
import { Inject, Injectable, Logger } from '@nestjs/common';
import { type Ask, DecisionJudge } from '../judge/decision-judge.js';
import { DroppedClaims } from '../judge/dropped-claims.js';
import { decisionClaim, storyClaims } from '../judge/judge-claims.js';
import { JudgeFailureError } from '../judge/judge-failure.js';
import { decisionQuestion, storyQuestion } from '../judge/judge-questions.js';
import { shown } from '../judge/shown-memories.js';
import { verifiedDecision, verifiedStory } from '../judge/verified-story.js';
import { AnalysisWorkers } from '../workers/analysis.workers.js';
import { CandidateMemories } from './candidate-memories.js';
import { ChainMemoryCache } from './chain-memory.cache.js';
import { type DecisionChains, type GatheredChains, taskOf } from './gathered-chains.js';
import { LinkedMemories } from './linked-memories.js';
import type { TimeRangeInput } from './time-range.field.js';

/** What the model is shown: of each candidate and of each member this many characters. */
const CANDIDATES = 10;
const CANDIDATE_CHARACTERS = 240;
const MEMBERS = 80;
const MEMBER_CHARACTERS = 360;

const NOT_AMONG_THEM = 'A language model found no decision on this topic among the likeliest memories.';

/** What a judgement is asked for. */
export interface JudgedRequest {
  readonly topic: string;
  readonly timeRange?: TimeRangeInput | undefined;
  /** UUID of the memory that records the decision, where the request names it: the model then does not choose one. */
  readonly decision?: string | undefined;
}

/**
 * Has a language model judge the memories that retrieval proposes: which of them is the decision, then what the others are
 * to it. What it says is verified. Where it fails, the chains are those that were made without it, and say why.
 */
@Injectable()
export class ChainJudgementService {
  private readonly logger = new Logger(ChainJudgementService.name);

  constructor(
    @Inject(DecisionJudge) private readonly judge: DecisionJudge | undefined,
    private readonly candidates: CandidateMemories,
    private readonly cache: ChainMemoryCache,
    private readonly linked: LinkedMemories,
    private readonly workers: AnalysisWorkers,
  ) {}

  /**
   * @param gathered what the chains without a language model are
   * @param again makes these once more: memories in them may have been deleted while the model answered
   * @throws DomainError callerGone; what making them again throws
   */
  async judged(
    gathered: GatheredChains,
    request: JudgedRequest,
    again: () => Promise<GatheredChains>,
  ): Promise<DecisionChains> {
    const { judge } = this;
    const { chains, context, memories } = gathered;
    if (judge === undefined || isWarmUp() || memories.length === 0) return chains;
    const dropped = new DroppedClaims();
    try {
      if (!(await judge.isOn(context.tenant))) return chains;
      const made = await judge.run(context.tenant, (ask) => this.judgedNow(ask, gathered, request, dropped));
      return { ...made, warnings: [...made.warnings, ...dropped.warnings()], judge: judge.method };
    } catch (error) {
      if (error instanceof DomainError && error.kind === 'callerGone') throw error;
      if (!(error instanceof JudgeFailureError)) this.logger.warn(failureText(error));
      const failure = error instanceof JudgeFailureError ? error : new JudgeFailureError('failed');
      const without = failure.reason === 'changed' ? (await again()).chains : chains;
      return { ...without, warnings: [...without.warnings, failure.warning] };
    } finally {
      judge.noteDropped(dropped);
    }
  }

  private async judgedNow(
    ask: Ask,
    gathered: GatheredChains,
    { topic, timeRange, decision }: JudgedRequest,
    dropped: DroppedClaims,
  ): Promise<DecisionChains> {
    const chosen = decision ?? (await this.chosenDecision(ask, gathered, topic, dropped));
    if (chosen === undefined) return withoutDecision(gathered.chains);
    const around = await this.around(gathered, chosen, timeRange);
    return this.storyOf(ask, around, { topic, decision: chosen }, dropped);
  }

  /** @returns undefined where the model says that none of the likeliest memories is the decision */
  private async chosenDecision(
    ask: Ask,
    { context, frame, memories }: GatheredChains,
    topic: string,
    dropped: DroppedClaims,
  ): Promise<string | undefined> {
    const ids = await this.workers.proposedDecisions(taskOf(context, frame, memories), CANDIDATES);
    const likeliest = shown(inOrder(ids, memories), CANDIDATE_CHARACTERS);
    if (likeliest.length === 0) return undefined;
    const named = await ask(decisionQuestion(topic, likeliest), (reply) => {
      const claim = decisionClaim(reply);
      return claim && verifiedDecision(claim, likeliest, dropped);
    });
    return named === 'none' ? undefined : named.memory.id;
  }

  /** The memories around the decision: those that were gathered are around the topic and several decisions. */
  private async around(
    { context, memories, ...rest }: GatheredChains,
    decision: string,
    timeRange: TimeRangeInput | undefined,
  ): Promise<GatheredChains> {
    const more = await this.candidates.ofDecisions(context, memories, new Set([decision]), timeRange);
    await this.linked.count(context, more);
    if (await this.cache.confirm(context)) return { ...rest, context, memories: more };
    const again = context.again(false);
    const ids = memories.map(({ id }) => id);
    return this.around({ ...rest, context: again, memories: await this.cache.load(again, ids) }, decision, timeRange);
  }

  private async storyOf(
    ask: Ask,
    { context, frame, memories, chains }: GatheredChains,
    { topic, decision }: { readonly topic: string; readonly decision: string },
    dropped: DroppedClaims,
  ): Promise<DecisionChains> {
    const task = taskOf(context, frame, memories);
    const ids = await this.workers.proposedMembers(task, decision, MEMBERS);
    const proposed = shown(inOrder(ids, memories), MEMBER_CHARACTERS);
    const decided = proposed.find(({ memory }) => memory.id === decision);
    if (decided === undefined) throw new JudgeFailureError('changed');
    const story = await ask(storyQuestion(topic, decided.handle, proposed), (reply) => {
      const claims = storyClaims(reply);
      if (claims === undefined) return undefined;
      const verified = verifiedStory(decided, proposed, claims, dropped);
      if (verified.members.length === 0) throw new JudgeFailureError('unchecked');
      return verified;
    });
    const made = await this.workers.judgedChains(task, story);
    const members = [decision, ...story.members.map(({ memoryId }) => memoryId)];
    if (made === undefined || !(await this.isUnchanged(context, members))) throw new JudgeFailureError('changed');
    return { ...chains, ...made, considered: memories.length };
  }

  /** A model takes seconds: what is deleted or changed meanwhile is not reported. */
  private async isUnchanged(context: GatheredChains['context'], ids: readonly string[]): Promise<boolean> {
    const now = context.again(false);
    await this.cache.load(now, ids);
    return ids.every((id) => {
      const [before, after] = [context.memories.get(id), now.memories.get(id)];
      return before?.content === after?.content && before?.at === after?.at && after !== null;
    });
  }
}

/** What the fitted models would have told, or named, may be meant all the same. */
function withoutDecision(chains: DecisionChains): DecisionChains {
  const { stats, method, warnings, chains: told, candidates = told.map(possibleOf) } = chains.report;
  const report: ChainReport = {
    status: 'none',
    reason: NOT_AMONG_THEM,
    candidates,
    chains: [],
    stats,
    method,
    warnings,
  };
  return { ...chains, report, mermaid: [] };
}

function possibleOf({ decision: { memoryId, text, at }, confidence }: Chain): PossibleDecision {
  return { memoryId, text, at, probability: confidence ?? 0 };
}

function inOrder(ids: readonly string[], memories: readonly ChainMemory[]): ChainMemory[] {
  const byId = new Map(memories.map((memory) => [memory.id, memory]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}
