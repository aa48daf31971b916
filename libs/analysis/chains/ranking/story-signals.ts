import { ROLES, type Role } from '../../features/role.js';
import { type Member, storiesOf } from '../story/chain-assignment.js';
import type { ChainField } from '../topic/chain-field.js';
import type { NodeRole } from '../types/chain-report.js';
import type { Membership } from '../membership/membership.js';
import { MIN_LIKE } from '../topic/possible-signals.js';
import { OPTION_SIGNALS, optionSignals } from '../story/relation-signals.js';
import { asFewDays, asFewMembers, asFewOfARole } from '../membership/story-bounds.js';
import { type Link, relationsOf } from '../story/relations.js';
import { trunkOf } from '../story/main-path.js';
import { TRUNK_SIGNALS, trunkSignals } from '../story/trunk-signals.js';

/** From here on a memory is taken for a member, to see what story the decision would have. */
const OWN_SHARE = 0.45;
/** A weight for the decision itself, the same for all. */
const EVEN = 0.5;
const DAY_MS = 86_400_000;
const counted = ['trigger', 'option', 'evidence', 'action', 'outcome', 'reversal'] as const;
/** Of the option that was taken; the others say little there. */
const unasked: readonly string[] = ['later', 'only', 'followed behind best'];
const ofTaken = OPTION_SIGNALS.filter((name) => !unasked.includes(name));
const takenColumns = ofTaken.map((name) => OPTION_SIGNALS.indexOf(name));

/** Columns of `storySignals`. */
export const STORY_SIGNALS: readonly string[] = [
  ...counted.map((role) => `${role} count`),
  ...['members', 'least member', 'mean member'],
  ...TRUNK_SIGNALS,
  ...['taken', 'best left'],
  ...ofTaken.map((name) => `taken ${name}`),
  ...['days before', 'days after', 'days until followed', 'days since options'],
  ...ROLES.map((role) => `decision as ${role}`),
  ...['texts agree', 'texts of nothing', 'best decision among', 'decision above these', 'best decision later'],
  ...['supported', 'ends', 'begins', 'polarity', 'words'],
];

/** What speaks for a decision being the one asked for in the story that it would have: whole, in order, and said so. */
export function storySignals(field: ChainField, membership: Membership): number[] {
  const [story] = storiesOf(field, [{ membership, probability: EVEN }], OWN_SHARE);
  if (story === undefined) return STORY_SIGNALS.map(() => 0);
  const { candidate, members } = story;
  const others = members.filter(({ place }) => place !== candidate);
  const links = relationsOf(field, story);
  const options = others.filter(({ role, place }) => role === 'option' && place < candidate);
  const counts = counted.map((role) => asFewOfARole(members.filter((member) => member.role === role).length));
  const has = (role: NodeRole) => members.some((member) => member.role === role);
  const { features } = field.memories[candidate] ?? {};
  return [
    ...counts,
    ...confidencesOf(others),
    ...trunkSignals(trunkOf(links, candidate)),
    ...takenSignals(links, options, optionSignals(field, story)),
    ...daysOf(field, candidate, others, options),
    ...ROLES.map((role) => textOf(field, candidate, role)),
    ...textsOf(field, candidate, others),
    supported(links),
    Number(has('action') && has('outcome')),
    Number(has('trigger') && options.length > 1),
    features?.polarity ?? 0,
    Math.min(60, features?.manner.words ?? 0) / 30,
  ];
}

function confidencesOf(others: readonly Member[]): number[] {
  if (others.length === 0) return [0, 0, 0];
  const all = others.map(({ confidence }) => confidence);
  const sum = all.reduce((total, one) => total + one, 0);
  return [asFewMembers(sum), Math.min(...all), sum / all.length];
}

function takenSignals(links: readonly Link[], options: readonly Member[], signals: readonly number[][]): number[] {
  const taken = links.find(({ relation }) => relation === 'chosen');
  const left = links.filter(({ relation }) => relation === 'rejected').map(({ certainty }) => certainty);
  const row = signals[options.findIndex(({ place }) => place === taken?.from.place)];
  return [taken?.certainty ?? 0, Math.max(0, ...left), ...takenColumns.map((column) => row?.[column] ?? 0)];
}

/** Logarithms of days around the decision; 0 where nothing is there. */
function daysOf(
  { memories }: ChainField,
  candidate: number,
  others: readonly Member[],
  options: readonly Member[],
): number[] {
  const at = (place: number | undefined) => memories[place ?? candidate]?.at ?? 0;
  const days = (from: number | undefined, to: number | undefined) =>
    Math.log1p(asFewDays(Math.max(0, at(to) - at(from)) / DAY_MS));
  const after = others.filter(({ place }) => place > candidate);
  const before = others.filter(({ place }) => place < candidate);
  return [
    days(before[0]?.place, candidate),
    days(candidate, after.at(-1)?.place),
    days(candidate, after[0]?.place),
    days(options.at(-1)?.place, candidate),
  ];
}

function textOf({ roles }: ChainField, place: number, role: Role): number {
  return Math.max(roles[place]?.[ROLES.indexOf(role)] ?? MIN_LIKE, MIN_LIKE);
}

/** Whether the texts by themselves say what they are taken for, and whether one sounds more like a decision. */
function textsOf(field: ChainField, candidate: number, others: readonly Member[]): number[] {
  const mean = (values: readonly number[]) =>
    values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);
  const asDecisions = (some: readonly Member[]) =>
    Math.max(MIN_LIKE, ...some.map(({ place }) => textOf(field, place, 'decision')));
  const best = asDecisions(others);
  return [
    others.length === 0 ? MIN_LIKE : mean(others.map(({ place, role }) => textOf(field, place, role))),
    mean(others.map(({ place }) => textOf(field, place, 'noise'))),
    best,
    textOf(field, candidate, 'decision') - best,
    asDecisions(others.filter(({ place }) => place > candidate)),
  ];
}

/** Share of the evidence that speaks for the decision. */
function supported(links: readonly Link[]): number {
  const sides = links.filter(({ relation }) => relation === 'supports' || relation === 'opposes');
  return sides.filter(({ relation }) => relation === 'supports').length / Math.max(1, sides.length);
}
