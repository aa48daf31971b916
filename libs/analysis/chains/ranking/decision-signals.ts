import { ROLES } from '../../features/role.js';
import type { ChainField } from '../topic/chain-field.js';
import { MEMBER_ROLES, share } from '../membership/member-signals.js';
import type { Membership } from '../membership/membership.js';
import { MIN_LIKE } from '../topic/possible-signals.js';
import { strengthOf } from '../topic/relevance-strength.js';
import { asFewOfARole } from '../membership/story-bounds.js';
import type { FeatureMatrix } from '../model/feature-matrix.js';
import { coverage, knownShare, meaningAmong, over } from '../topic/topic-coverage.js';

const roles = ['trigger', 'option', 'evidence', 'action', 'outcome', 'reversal'] as const;
const decision = ROLES.indexOf('decision');
const reversal = ROLES.indexOf('reversal');

/** Columns of `decisionSignals`, without those that compare candidates. */
const alone = [
  ...['text decision', 'text reversal', 'type decision', 'to topic', 'relevance', 'topic words'],
  ...roles.map((role) => `members ${role}`),
  ...[
    'members relevance',
    'best member relevance',
    'members to topic',
    'members topic words',
    'best member topic words',
  ],
  ...['best member to topic', 'relevance of members', 'topic covered', 'rarest word missing'],
  ...['meaning covered', 'least meaning covered', 'words by meaning'],
];
const compared = [
  'members relevance',
  'members topic words',
  'members to topic',
  'relevance of members',
  'topic covered',
  'meaning covered',
  'least meaning covered',
].map((name) => alone.indexOf(name));
export const DECISION_SIGNALS: readonly string[] = [
  ...alone,
  'relevance of the field',
  'topic known',
  'meaning known',
  'least meaning known',
  ...compared.map((column) => `${alone[column] ?? ''} behind best`),
  'text decision behind best',
  ...roles.map((role) => `${role} to another`),
  'possible',
];

/** Decisions that the topic may ask for and their members, a row each. */
export function decisionSignals(field: ChainField, memberships: readonly Membership[]): number[][] {
  const relevances = Float64Array.from(field.memories, ({ relevance }) => relevance);
  const strengths = relevances.map(strengthOf);
  const own = memberships.map((membership) => aloneSignals(field, membership, { relevances, strengths }));
  const best = [...compared, 0].map((column) => Math.max(...own.map((signals) => signals[column] ?? 0)));
  const strongest = strengths.reduce((most, strength) => Math.max(most, strength), 0);
  const known = knownShare(field);
  const meant = meaningAmong(field);
  return own.map((signals, place) => [
    ...signals,
    strongest,
    known,
    meant.mean,
    meant.least,
    ...[...compared, 0].map((column, i) => (signals[column] ?? 0) - (best[i] ?? 0)),
    ...seenByOthers(field, memberships, memberships[place]?.candidate ?? 0),
    field.possible[memberships[place]?.candidate ?? 0] ?? 0,
  ]);
}

/** How relevant each memory is to the topic, and that number spread out. */
interface Relevance {
  readonly relevances: Float64Array;
  readonly strengths: Float64Array;
}

/** How much another memory, where it is the decision itself, takes this one for a trigger, an option, and so on. */
function seenByOthers({ roles: texts }: ChainField, memberships: readonly Membership[], candidate: number): number[] {
  return roles.map((role) => {
    const column = MEMBER_ROLES.indexOf(role);
    return memberships.reduce((most, { candidate: other, rows }) => {
      const part =
        other === candidate ? 0 : Math.exp(texts[other]?.[decision] ?? MIN_LIKE) * rows.at(candidate, column);
      return Math.max(most, part);
    }, 0);
  });
}

function aloneSignals(field: ChainField, membership: Membership, relevance: Relevance): number[] {
  const { candidate, rows } = membership;
  const { memories, toTopic, topicWords, roles: texts } = field;
  return [
    Math.max(texts[candidate]?.[decision] ?? MIN_LIKE, MIN_LIKE),
    Math.max(texts[candidate]?.[reversal] ?? MIN_LIKE, MIN_LIKE),
    Number(memories[candidate]?.type === 'decision'),
    toTopic[candidate] ?? 0,
    relevance.strengths[candidate] ?? 0,
    topicWords[candidate] ?? 0,
    ...roles.map((role) => Math.log1p(asFewOfARole(columnSum(rows, MEMBER_ROLES.indexOf(role))))),
    ...overMembers(field, membership, relevance),
  ];
}

/** How much the members, decision included, are about the topic. */
function overMembers(
  field: ChainField,
  { candidate, rows }: Membership,
  { relevances, strengths }: Relevance,
): number[] {
  const { toTopic, topicWords } = field;
  const shares = new Float64Array(rows.height);
  for (let place = 0; place < shares.length; place++) shares[place] = place === candidate ? 1 : share(rows, place);
  const size = shares.reduce((sum, part) => sum + part, 0);
  const relevance = over(shares, strengths, size);
  const words = over(shares, topicWords, size);
  const likeness = over(shares, toTopic, size);
  const found = Math.log1p(10 * over(shares, relevances, 1).mean);
  const { covered, missing } = coverage(field, shares);
  const meaning = meaningAmong(field, shares);
  return [
    relevance.mean,
    relevance.best,
    likeness.mean,
    words.mean,
    words.best,
    likeness.best,
    found,
    covered,
    missing,
    meaning.mean,
    meaning.least,
    meaning.shared,
  ];
}

function columnSum(rows: FeatureMatrix, column: number): number {
  let sum = 0;
  for (let place = 0; place < rows.height; place++) sum += rows.at(place, column);
  return sum;
}
