import {
  decisionParts,
  type JudgedEdge,
  type JudgedMember,
  type JudgedStory,
  type NodeRole,
  ownWords,
  type Relation,
  RELATIONS,
  ROLES,
  saysTakenBack,
} from '@mneme/analysis';
import type { DroppedClaims } from './dropped-claims.js';
import type { DecisionClaim, EdgeClaim, MemberClaim, StoryClaims } from './judge-claims.js';
import { JudgeFailureError } from './judge-failure.js';
import { isVerbatim, sentencesAround } from './quotes.js';
import type { ShownMemory } from './shown-memories.js';

type MemberRole = JudgedMember['role'];

/** Roles that a relation leads from and to. */
const GRAMMAR: Readonly<Record<Relation, readonly [from: NodeRole, to: NodeRole]>> = {
  raises: ['trigger', 'option'],
  weighed: ['option', 'evidence'],
  chosen: ['option', 'decision'],
  rejected: ['option', 'decision'],
  supports: ['evidence', 'decision'],
  opposes: ['evidence', 'decision'],
  led_to: ['decision', 'action'],
  resulted_in: ['action', 'outcome'],
  superseded_by: ['decision', 'reversal'],
};
/** Of two memories, no more than one relation of a kind holds. */
const KINDS: Readonly<Partial<Record<Relation, string>>> = {
  chosen: 'choice',
  rejected: 'choice',
  supports: 'side',
  opposes: 'side',
};
const BEFORE: ReadonlySet<MemberRole> = new Set(['trigger', 'option', 'evidence']);
/** They belong in a story also where no relation leads to them: what raised the question, and what came of it. */
const ENDS: ReadonlySet<MemberRole> = new Set(['trigger', 'outcome']);

interface Checked {
  readonly decision: ShownMemory;
  readonly shown: ReadonlyMap<string, ShownMemory>;
  /** By handle, in the order of time. */
  readonly order: ReadonlyMap<string, number>;
  readonly dropped: DroppedClaims;
}

interface Member extends JudgedMember {
  readonly handle: string;
}

/**
 * The memory that a model names as the decision, or none.
 * @throws JudgeFailureError unchecked where it is none that was shown, or does not hold the quote
 */
export function verifiedDecision(
  { decision, quote }: DecisionClaim,
  shown: readonly ShownMemory[],
  dropped: DroppedClaims,
): ShownMemory | 'none' {
  if (decision === 'none') return 'none';
  const named = shown.find(({ handle }) => handle === decision);
  if (named !== undefined && isVerbatim(quote, named.text)) return named;
  dropped.add(named === undefined ? 'unknown' : 'quote');
  throw new JudgeFailureError('unchecked');
}

/**
 * What of a model's claims holds: handles that it was shown, quotes that are in the memory, roles on their side of the
 * decision, relations that join such roles forward in time, nothing that metadata contradicts, and a reversal only where
 * metadata or the quoted sentence says so. The rest is counted and left out.
 *
 * @param shown by event time
 */
export function verifiedStory(
  decision: ShownMemory,
  shown: readonly ShownMemory[],
  claims: StoryClaims,
  dropped: DroppedClaims,
): JudgedStory {
  const checked: Checked = {
    decision,
    shown: new Map(shown.map((one) => [one.handle, one])),
    order: new Map(shown.map(({ handle }, i) => [handle, i])),
    dropped,
  };
  dropped.add('form', claims.malformed);
  const members = membersOf(checked, claims.members);
  const edges = withoutContradictions(edgesOf(checked, members, claims.edges), dropped);
  const kept = [...members.values()].filter(
    ({ memoryId, role }) => ENDS.has(role) || edges.some(({ from, to }) => from === memoryId || to === memoryId),
  );
  dropped.add('unconnected', members.size - kept.length);
  return {
    decision: decision.memory.id,
    members: kept.map(({ memoryId, role, quote }) => ({ memoryId, role, quote })),
    edges,
  };
}

function membersOf(checked: Checked, claims: readonly MemberClaim[]): Map<string, Member> {
  const members = new Map<string, Member>();
  for (const claim of claims) {
    // The decision is known; models list it all the same.
    if (claim.memory === checked.decision.handle && claim.role === 'decision') continue;
    const member = memberOf(checked, claim);
    if (typeof member === 'string') checked.dropped.add(member);
    else if (members.has(member.handle)) checked.dropped.add('repeated');
    else members.set(member.handle, member);
  }
  return withReversals(checked, members);
}

function memberOf(
  { decision, shown, order }: Checked,
  claim: MemberClaim,
): Member | 'unknown' | 'quote' | 'time' | 'metadata' {
  const one = shown.get(claim.memory);
  if (one === undefined || one.handle === decision.handle || !isMemberRole(claim.role)) return 'unknown';
  if (!isVerbatim(claim.quote, one.text)) return 'quote';
  if (isEarlier(order, one.handle, decision.handle) !== BEFORE.has(claim.role)) return 'time';
  if (!isAllowedByLinks(one, decision, claim.role)) return 'metadata';
  return { handle: one.handle, memoryId: one.memory.id, role: claim.role, quote: claim.quote };
}

function isMemberRole(role: string): role is MemberRole {
  return role !== 'noise' && role !== 'decision' && ROLES.some((one) => one === role);
}

/** What names another decision alone belongs to that one; what supersedes this one is its reversal; what it caused is not. */
function isAllowedByLinks(
  { memory: { links } }: ShownMemory,
  { memory: { id } }: ShownMemory,
  role: MemberRole,
): boolean {
  const targets = (kind: string): string[] => links.filter((link) => link.kind === kind).map(({ to }) => to);
  const [decisions, superseded] = [targets('decisionId'), targets('supersedes')];
  if (superseded.includes(id)) return role === 'reversal';
  if (decisions.length > 0 && !decisions.includes(id)) return false;
  return role !== 'reversal' || (superseded.length === 0 && !targets('causedBy').includes(id));
}

/** Without the reversals that neither metadata nor the quoted sentence states. */
function withReversals(
  { decision, shown, dropped }: Checked,
  members: ReadonlyMap<string, Member>,
): Map<string, Member> {
  const options = [...members.values()].filter(({ role }) => role === 'option');
  const about = [decision.handle, ...options.map(({ handle }) => handle)].map(
    (handle) => shown.get(handle)?.text ?? '',
  );
  return new Map(
    [...members].filter(([handle, { role, quote }]) => {
      const one = shown.get(handle);
      if (role !== 'reversal' || one === undefined) return true;
      const isLinked = one.memory.links.some(({ kind, to }) => kind === 'supersedes' && to === decision.memory.id);
      const isStated = isLinked || saysTakenBack(sentencesAround(quote, one.text) ?? '', about);
      if (!isStated) dropped.add('reversal');
      return isStated;
    }),
  );
}

function edgesOf(checked: Checked, members: ReadonlyMap<string, Member>, claims: readonly EdgeClaim[]): JudgedEdge[] {
  const edges = new Map<string, JudgedEdge>();
  for (const claim of claims) {
    const edge = edgeOf(checked, members, claim);
    if (typeof edge === 'string') {
      checked.dropped.add(edge);
      continue;
    }
    const key = `${edge.from} ${edge.to} ${edge.relation}`;
    if (edges.has(key)) checked.dropped.add('repeated');
    else edges.set(key, edge);
  }
  return [...edges.values()];
}

function edgeOf(
  { decision, shown, order }: Checked,
  members: ReadonlyMap<string, Member>,
  { from, to, relation, quote }: EdgeClaim,
): JudgedEdge | 'unknown' | 'grammar' | 'time' | 'quote' | 'denied' {
  const known = RELATIONS.find((one) => one === relation);
  const [a, b] = [shown.get(from), shown.get(to)];
  const roleOf = (handle: string): NodeRole | undefined =>
    handle === decision.handle ? 'decision' : members.get(handle)?.role;
  const roles = [roleOf(from), roleOf(to)];
  if (known === undefined || a === undefined || b === undefined || roles.includes(undefined)) return 'unknown';
  if (GRAMMAR[known].some((role, i) => role !== roles[i])) return 'grammar';
  if (!isEarlier(order, from, to)) return 'time';
  // What was chosen, the decision says; an option says what could be.
  const sources = known === 'chosen' ? [b] : [a, b];
  if (!sources.some(({ text }) => isVerbatim(quote, text))) return 'quote';
  const isRefuted = known === 'chosen' && isDenied(a, b, optionsOf(shown, members));
  return isRefuted ? 'denied' : { from: a.memory.id, to: b.memory.id, relation: known, quote };
}

function isEarlier(order: Checked['order'], handle: string, than: string): boolean {
  return (order.get(handle) ?? 0) < (order.get(than) ?? 0);
}

function optionsOf(shown: Checked['shown'], members: ReadonlyMap<string, Member>): ShownMemory[] {
  const options = [...members.values()].filter(({ role }) => role === 'option');
  return options.flatMap(({ handle }) => shown.get(handle) ?? []);
}

/** Whether the words that tell an option from the others stand in the decision only where it denies something. */
function isDenied(option: ShownMemory, decision: ShownMemory, options: readonly ShownMemory[]): boolean {
  const own = [...(ownWords(options.map(({ text }) => text))[options.indexOf(option)] ?? [])];
  const { kept, denied } = decisionParts(decision.text);
  return own.some((word) => denied.has(word)) && !own.some((word) => kept.has(word));
}

/** Where an option is chosen and rejected, evidence on both sides, or two options chosen, none of these claims is kept. */
function withoutContradictions(edges: readonly JudgedEdge[], dropped: DroppedClaims): JudgedEdge[] {
  const isSingle = edges.filter(({ relation }) => relation === 'chosen').length <= 1;
  const kept = edges.filter((edge) => {
    if (edge.relation === 'chosen' && !isSingle) return false;
    const kind = KINDS[edge.relation];
    return kind === undefined || !edges.some((other) => excludes(edge, other, kind));
  });
  dropped.add('contradiction', edges.length - kept.length);
  return kept;
}

function excludes(edge: JudgedEdge, other: JudgedEdge, kind: string): boolean {
  const isSamePair = edge.from === other.from && edge.to === other.to;
  return isSamePair && edge.relation !== other.relation && KINDS[other.relation] === kind;
}
