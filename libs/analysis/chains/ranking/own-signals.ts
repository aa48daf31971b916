import { ROLES } from '../../features/role.js';
import type { ChainField } from '../topic/chain-field.js';
import { centroidOf, dots } from '../model/dot-product.js';
import { share } from '../membership/member-signals.js';
import type { Membership } from '../membership/membership.js';
import { MIN_LIKE } from '../topic/possible-signals.js';
import { strengthOf } from '../topic/relevance-strength.js';
import { asFewMembers } from '../membership/story-bounds.js';
import { subjectOf } from '../topic/subject.js';
import { bestMeanings, coverage, over } from '../topic/topic-coverage.js';
import { deviations } from '../topic/topic-field.js';

const decision = ROLES.indexOf('decision');
/** From here on a memory is counted with the story. */
const OWN = 0.3;
/** Keeps a division by a share of zero finite. */
const NOTHING = 1e-9;

const ofOwn = [
  ...['to topic', 'best to topic', 'relevance', 'best relevance', 'topic covered', 'rarest missing'],
  ...['meaning covered', 'least meaning', 'subject covered', 'subject missing', 'subject meaning', 'least subject'],
  ...['to subject', 'best to subject', 'size'],
];
const beyond = ['to topic', 'relevance', 'to subject'];

/** Columns of `ownSignals`. */
export const OWN_SIGNALS: readonly string[] = [
  ...ofOwn.map((name) => `own ${name}`),
  ...ofOwn.map((name) => `own ${name} behind best`),
  ...beyond.map((name) => `others nearer, ${name}`),
  ...['subject words', 'names', 'least subject elsewhere', 'subject meaning elsewhere'],
];

/** What each memory of the field answers, by its place. */
interface Answers {
  /** By word: which of the topic's are its subject. */
  readonly subject: readonly boolean[];
  readonly toTopic: Float64Array;
  readonly relevance: Float64Array;
  /** Of the relevance; see `strengthOf`. */
  readonly strength: Float64Array;
  readonly toSubject: Float64Array;
}

/**
 * How much what belongs to each decision rather than to another of them is about the topic; a row each. Stories of one project
 * share memories until a chain is written, and what the topic asks for is only in one of them.
 */
export function ownSignals(field: ChainField, memberships: readonly Membership[]): number[][] {
  const relevance = Float64Array.from(field.memories, (memory) => memory.relevance);
  const { toTopic } = field;
  const subject = subjectOf(field);
  const toSubject = likenessToSubject(field, subject);
  const answers = { subject, toTopic, relevance, strength: relevance.map(strengthOf), toSubject };
  const owned = ownShares(field, memberships);
  const alone = owned.map((own) => signalsOf(field, own, answers));
  const best = ofOwn.map((_, column) => Math.max(...alone.map((signals) => signals[column] ?? 0)));
  return alone.map((signals, i) => [
    ...signals,
    ...signals.map((value, column) => value - (best[column] ?? 0)),
    ...nearerThan(owned[i] ?? new Float64Array(), answers),
    ...beside(field, owned[i] ?? new Float64Array(), subject),
  ]);
}

/** How much each memory belongs to each decision: its share there, the less of it the more the best other one has. */
function ownShares({ roles, memories }: ChainField, memberships: readonly Membership[]): Float64Array[] {
  const shares = memberships.map(({ candidate, rows }) =>
    Float64Array.from(memories, (_, place) => (place === candidate ? 1 : share(rows, place))),
  );
  const weights = memberships.map(({ candidate }) => Math.exp(roles[candidate]?.[decision] ?? MIN_LIKE));
  return memberships.map(({ candidate }, own) => {
    const rivals = new Float64Array(memories.length);
    shares.forEach((parts, other) => {
      if (other === own) return;
      const weight = weights[other] ?? 0;
      for (let place = 0; place < rivals.length; place++) {
        const part = weight * (parts[place] ?? 0);
        if (part > (rivals[place] ?? 0)) rivals[place] = part;
      }
    });
    rivals[candidate] = 0;
    return (shares[own] ?? rivals).map((part, place) => (part * part) / (part + (rivals[place] ?? 0) + NOTHING));
  });
}

/** Of what the topic is about beside its names; of the whole topic where it gives nothing but names. */
function likenessToSubject({ input, memories, toTopic }: ChainField, subject: readonly boolean[]): Float64Array {
  const vectors = input.topic.words.filter((_, i) => subject[i]).map(({ vector }) => vector);
  if (vectors.length === 0) return toTopic;
  const all = memories.map(({ vector }) => vector);
  return dots(centroidOf(vectors), all).map((cosine) => deviations(input, cosine));
}

function signalsOf(field: ChainField, own: Float64Array, answers: Answers): number[] {
  const size = own.reduce((sum, part) => sum + part, 0);
  const topic = over(own, answers.toTopic, size);
  const relevance = over(own, answers.strength, size);
  const subject = over(own, answers.toSubject, size);
  const { covered, missing } = coverage(field, own);
  const about = meaningOver(field, own, answers.subject);
  const words = coverage(field, own, answers.subject);
  return [
    ...[topic.mean, topic.best, relevance.mean, relevance.best, covered, missing],
    ...[about.mean, about.least, words.covered, words.missing, about.subject, about.leastSubject],
    ...[subject.mean, subject.best, Math.log1p(asFewMembers(size))],
  ];
}

function meaningOver({ meaning }: ChainField, own: Float64Array, subject: readonly boolean[]) {
  const bests = bestMeanings(meaning, own);
  const ofSubject = bests.filter((_, i) => subject[i]);
  const mean = (values: readonly number[]) => values.reduce((sum, one) => sum + one, 0) / Math.max(1, values.length);
  const least = (values: readonly number[]) => (values.length === 0 ? 0 : Math.min(...values));
  return { mean: mean(bests), least: least(bests), subject: mean(ofSubject), leastSubject: least(ofSubject) };
}

/** How many memories that do not belong there answer the topic better than the best that does; logarithms. */
function nearerThan(own: Float64Array, { toTopic, relevance, toSubject }: Answers): number[] {
  return [toTopic, relevance, toSubject].map((values) => {
    let [best, nearer] = [-Infinity, 0];
    for (let place = 0; place < own.length; place++) {
      if ((own[place] ?? 0) >= OWN && (values[place] ?? 0) > best) best = values[place] ?? 0;
    }
    for (let place = 0; place < own.length; place++) {
      if ((own[place] ?? 0) < OWN && (values[place] ?? 0) > best) nearer++;
    }
    return Math.log1p(nearer);
  });
}

/** How many words the topic has of each kind, and how much more others know of the subject. */
function beside({ meaning }: ChainField, own: Float64Array, subject: readonly boolean[]): number[] {
  const words = subject.filter(Boolean).length;
  const lacks = meaning
    .filter((_, i) => subject[i])
    .map((row) => {
      let [best, elsewhere] = [0, 0];
      for (let place = 0; place < own.length; place++) {
        const [part, value] = [own[place] ?? 0, row[place] ?? 0];
        best = Math.max(best, part * value);
        elsewhere = Math.max(elsewhere, (1 - part) * value);
      }
      return elsewhere - best;
    });
  const mean = lacks.reduce((sum, one) => sum + one, 0) / Math.max(1, lacks.length);
  return [Math.min(words, 6), Math.min(subject.length - words, 4), Math.max(0, ...lacks), mean];
}
