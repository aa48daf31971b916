import type { ChainField } from '../topic/chain-field.js';
import { linked } from '../topic/chain-field.js';
import type { Member, Story } from './chain-assignment.js';
import type { Relation } from '../types/chain-report.js';
import { logistic, score } from '../model/linear-model.js';
import { sideSignals, weighedSignals } from './relation-signals.js';
import { takenOf } from './chosen-option.js';
import { probabilityOf } from '../model/binary-model.js';

/** From here on an evidence is about an option; and from here on about the likeliest one. */
const WEIGHED = 0.4;
const MIN_WEIGHED = 0.3;

/** An edge between places of the field, forward in time. */
export interface Link {
  readonly from: Member;
  readonly to: Member;
  readonly relation: Relation;
  /** Probability of the relation, where both ends are what they are taken for; of `weighed` that they are, too. */
  readonly certainty: number;
  readonly explicit: boolean;
}

/** All edges of a story that the grammar allows and the texts bear out. */
export function relationsOf(field: ChainField, story: Story): Link[] {
  const { candidate, members } = story;
  const decision = members.find(({ place }) => place === candidate);
  if (!decision) return [];
  const of = (role: Member['role']) => members.filter((one) => one.role === role);
  const earlier = (role: Member['role']) => of(role).filter(({ place }) => place < candidate);
  const later = (role: Member['role']) => of(role).filter(({ place }) => place > candidate);
  const all = (froms: readonly Member[], tos: readonly Member[], relation: Relation) =>
    froms.flatMap((from) =>
      tos.filter(({ place }) => place > from.place).map((to) => linkOf(field, from, to, relation)),
    );
  return [
    ...all(of('trigger'), earlier('option'), 'raises'),
    ...reasons(field, story, decision, earlier('option'), earlier('evidence')),
    ...all([decision], later('action'), 'led_to'),
    ...all(later('action'), later('outcome'), 'resulted_in'),
    ...all([decision], later('reversal'), 'superseded_by'),
  ];
}

/** What was weighed, what was taken, and what spoke for and against. */
function reasons(
  field: ChainField,
  story: Story,
  decision: Member,
  options: readonly Member[],
  evidence: readonly Member[],
): Link[] {
  const taken = takenOf(field, story);
  const weighed = weighedOf(field, options, evidence);
  const choices = options.map((one, i) => {
    const probability = taken.probabilities[i] ?? 0;
    return i === taken.best
      ? linkOf(field, one, decision, 'chosen', probability)
      : linkOf(field, one, decision, 'rejected', 1 - probability);
  });
  const sides = evidence.map((one) => {
    const signals = sideSignals(field, story.candidate, one, towards(weighed, one, options[taken.best]));
    const side = logistic(score(field.weights.side, signals));
    return side >= 0.5
      ? linkOf(field, one, decision, 'supports', side)
      : linkOf(field, one, decision, 'opposes', 1 - side);
  });
  return [...weighed.filter((link) => isFact(link, weighed)), ...choices, ...sides];
}

/** An evidence is about something: of its options the likeliest is reported sooner. */
function isFact({ certainty, explicit, to }: Link, weighed: readonly Link[]): boolean {
  if (explicit || certainty >= WEIGHED) return true;
  const others = weighed.filter((other) => other.to.place === to.place);
  return certainty >= MIN_WEIGHED && others.every((other) => other.certainty <= certainty);
}

function linkOf(field: ChainField, from: Member, to: Member, relation: Relation, certainty = 1): Link {
  return { from, to, relation, certainty, explicit: linked(field, from.place, to.place) };
}

function weighedOf(field: ChainField, options: readonly Member[], evidence: readonly Member[]): Link[] {
  return options.flatMap((from) =>
    evidence
      .filter(({ place }) => place > from.place)
      .map((to) => {
        const about = probabilityOf(field.weights.weighed, weighedSignals(field, from, to, options));
        return linkOf(field, from, to, 'weighed', about);
      }),
  );
}

/** How much more an evidence is about the option taken than about the others, in [-1, 1]. */
function towards(weighed: readonly Link[], evidence: Member, taken: Member | undefined): number {
  const about = weighed.filter(({ to }) => to.place === evidence.place);
  const own = about.find(({ from }) => from.place === taken?.place)?.certainty ?? 0;
  const other = Math.max(
    0,
    ...about.filter(({ from }) => from.place !== taken?.place).map(({ certainty }) => certainty),
  );
  return own - other;
}
