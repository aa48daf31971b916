import { storiesOf } from './story/chain-assignment.js';
import { type ChainField, fieldOf } from './topic/chain-field.js';
import type { ChainInput } from './types/chain-input.js';
import type { ChainReport, ChainStatus, PossibleDecision } from './types/chain-report.js';
import { uncontradicted } from './report/stated-options.js';
import { chainOf } from './report/chain-report.builder.js';
import type { ChainWeights } from './weights/chain-weights.js';
import type { ReportedStory } from './ranking/confidence-signals.js';
import { CHAIN_WEIGHTS } from './weights/chain-weights.js';
import {
  type DecisionCandidate,
  candidatesOf,
  candidateDecisions,
  knownDecision,
} from './ranking/decision-candidates.js';
import { isNamedDecision } from './topic/explicit-links.js';
import { MEMBER_ROLES, share } from './membership/member-signals.js';
import { relationsOf } from './story/relations.js';
import { bySize } from './model/tenant-size-interpolation.js';
import { withGuessedReversals, withoutLaterResults } from './story/linked-relations.js';
import { rounded } from './text/formatting.js';
import { MIN_POSSIBLE, toldOf } from './story/told-members.js';
import { topicFieldOf } from './topic/topic-field.js';
import { topicSignals } from './ranking/topic-signals.js';
import { isUndecided } from './text/open-questions.js';
import { trunkOf } from './story/main-path.js';
import { probabilityOf } from './model/binary-model.js';

const MAX_CHAINS = 3;
/** A decision beside the best one is reported if its probability is at least this share of the best one's. */
const MIN_OF_BEST = 0.3;
/** A candidate whose membership in a better decision is at least this belongs to that decision. */
const MIN_OWNED = 0.3;
/** What was decided answers where it fits at least so well as what says that nothing was. */
const AS_WELL = 0.5;
const reversal = MEMBER_ROLES.indexOf('reversal');
/** Decisions that the second look is taken around. */
const MAX_LIKELY = 5;

/**
 * How the decisions that a topic asks for came about. Pure: the same input gives the same report, in any order of
 * the memories; ids are only carried through. Finds nothing rather than inventing a story.
 *
 * @param weights others than the shipped ones for tests
 */
export function reconstructChains(input: ChainInput, weights: ChainWeights = CHAIN_WEIGHTS): ChainReport {
  const field = fieldOf(input, weights);
  const known = input.decisionId === undefined ? undefined : field.places.get(input.decisionId);
  if (known !== undefined && isUndecided(field.memories[known]?.content ?? '')) return undecidedReport(field);
  if (known !== undefined) return reportOf(field, [knownDecision(field, known)]);
  return reportOf(field, field.memories.length === 0 || input.decisionId !== undefined ? [] : candidatesOf(field));
}

/**
 * Ids of the memories that by themselves most probably are the decision asked for, at most 5, by a first look at what the
 * topic brings. What is like them, and shares names and tags with them, belongs in the input of `reconstructChains`. How
 * common names and tags are says nothing here.
 */
export function likelyDecisions(input: ChainInput, weights: ChainWeights = CHAIN_WEIGHTS): string[] {
  const field = topicFieldOf(input, weights);
  return candidateDecisions(field)
    .slice(0, MAX_LIKELY)
    .flatMap((place) => field.memories[place]?.id ?? []);
}

/** Of a memory that says itself that nothing is decided. */
function undecidedReport({ memories, weights }: ChainField): ChainReport {
  const reason = 'The memory says that this is not decided.';
  const method = { version: weights.version };
  return { status: 'none', reason, chains: [], stats: { candidates: memories.length }, method, warnings: [] };
}

/** The report of the decisions that were found, regardless of their probability. */
function reportOf(field: ChainField, found: readonly DecisionCandidate[]): ChainReport {
  const { memories, weights } = field;
  const stats = { candidates: memories.length };
  const method = { version: weights.version };
  const none = (reason: string): ChainReport => ({ status: 'none', reason, chains: [], stats, method, warnings: [] });
  if (field.input.decisionId !== undefined && found.length === 0) {
    return none('The decision is not among the memories that the request admits, or is not analyzed yet.');
  }
  if (memories.length === 0) {
    return none(field.input.timeRange ? 'No memory lies in the time range.' : 'There is no memory to tell of it.');
  }
  if (!isAnswered(field, found)) {
    const reason = 'No memory tells surely enough of a decision on this topic.';
    return { ...none(reason), candidates: possibleDecisions(field, found) };
  }
  const chains = reportedStories(field, found, topicProbability(field, found)).map((story) => chainOf(field, story));
  return { status: statusOf(chains), chains, stats, method, warnings: warningsOf(field) };
}

/** Decisions that may be meant, beside an answer that tells none. */
function possibleDecisions({ memories }: ChainField, found: readonly DecisionCandidate[]): PossibleDecision[] {
  const meant = found.filter(({ membership: { candidate } }) => !isUndecided(memories[candidate]?.content ?? ''));
  return meant.slice(0, MAX_CHAINS).map(({ membership: { candidate }, probability }) => {
    const { id = '', content = '', at = 0 } = memories[candidate] ?? {};
    return { memoryId: id, text: content, at: new Date(at).toISOString(), probability: rounded(probability) };
  });
}

/** Neither by a decision that hardly is one, nor where little speaks for answering at all; who quotes its heading or number knows it is there. */
function isAnswered(field: ChainField, found: readonly DecisionCandidate[]): boolean {
  const { minAnswer, minDecision } = field.weights;
  const [best] = found;
  if (best === undefined) return false;
  if (field.input.decisionId !== undefined || field.asked.meant.has(best.membership.candidate)) return true;
  if (best.probability < minDecision || isOpen(field, found)) return false;
  return answerScore(field, found) >= bySize(minAnswer, field.input.tenantSize);
}

/** Whether what fits best says that nothing is decided yet, and nothing that was decided fits about as well. */
function isOpen({ memories }: ChainField, found: readonly DecisionCandidate[]): boolean {
  const fits = (some: readonly DecisionCandidate[]) => Math.max(0, ...some.map(({ asked }) => asked));
  const [open, settled] = [true, false].map((wanted) =>
    found.filter(({ membership: { candidate } }) => isUndecided(memories[candidate]?.content ?? '') === wanted),
  );
  return fits(open ?? []) * AS_WELL > fits(settled ?? []);
}

/** @param topicKnown probability that the memories tell of the topic @returns best first, at most three */
export function reportedStories(
  field: ChainField,
  found: readonly DecisionCandidate[],
  topicKnown: number,
): ReportedStory[] {
  return storiesOf(field, distinct(field, found), MIN_POSSIBLE).map((whole) => {
    const { story, possible } = toldOf(field, whole);
    const { candidate } = story;
    const related = withGuessedReversals(field, candidate, relationsOf(field, story));
    const links = withoutLaterResults(uncontradicted(field, candidate, related));
    const others = found.filter(({ membership }) => membership.candidate !== candidate);
    const sure = links.filter(({ from, to }) => from.isSure && to.isSure);
    return {
      story,
      links,
      possible,
      trunk: trunkOf(sure, candidate),
      topicKnown,
      rival: others[0]?.probability ?? 0,
    };
  });
}

/** Probability that the memories tell of the topic. */
function topicProbability(field: ChainField, found: readonly DecisionCandidate[]): number {
  return probabilityOf(field.weights.topic, topicSignals(found));
}

/** How much speaks for answering, in [0, 1]: to be compared, and no probability. */
function answerScore(field: ChainField, found: readonly DecisionCandidate[]): number {
  return probabilityOf(field.weights.answer, topicSignals(found));
}

/**
 * The best decisions, without those that are too improbable beside the best, or belong to a better one (a reversal, a step of
 * it, the same reported again). What metadata says takes a reported one back, and calls a decision, is what holds now: it is reported too.
 */
function distinct(field: ChainField, found: readonly DecisionCandidate[]): DecisionCandidate[] {
  const fewest = Math.max(field.weights.minDecision, MIN_OF_BEST * (found[0]?.probability ?? 0));
  const taken: DecisionCandidate[] = [];
  for (const candidate of found) {
    const isDue = taken.length === 0 || (candidate.probability >= fewest && !isOwned(field, candidate, taken));
    if (taken.length < MAX_CHAINS && (isDue || takesBack(field, candidate, taken))) taken.push(candidate);
  }
  return taken;
}

/** What metadata calls a decision does not belong to another one as its reversal alone. */
function isOwned(
  { linksTo }: ChainField,
  { membership: { candidate } }: DecisionCandidate,
  by: readonly DecisionCandidate[],
): boolean {
  const isNamed = isNamedDecision(linksTo, candidate);
  return by.some(
    ({ membership: { rows } }) => share(rows, candidate) - (isNamed ? rows.at(candidate, reversal) : 0) >= MIN_OWNED,
  );
}

function takesBack(
  { linksTo }: ChainField,
  { membership: { candidate } }: DecisionCandidate,
  reported: readonly DecisionCandidate[],
): boolean {
  if (!isNamedDecision(linksTo, candidate)) return false;
  return reported.some(({ membership }) =>
    linksTo.get(membership.candidate)?.some(({ from, kind }) => from === candidate && kind === 'supersedes'),
  );
}

/** Whether a chain has a beginning and an end. */
export function statusOf(chains: ChainReport['chains']): ChainStatus {
  const whole = chains.some(({ nodes }) => {
    const has = (...roles: readonly string[]) => nodes.some(({ role }) => roles.includes(role));
    return has('trigger', 'option', 'evidence') && has('action', 'outcome');
  });
  return whole ? 'found' : 'partial';
}

/** What to know about a report. */
export function warningsOf({ copies }: Pick<ChainField, 'copies'>): string[] {
  if (copies === 0) return [];
  return [
    copies === 1
      ? "1 memory that repeats another's text was left out."
      : `${String(copies)} memories that repeat another's text were left out.`,
  ];
}
