import { ROLES, type Role } from '../../features/role.js';
import type { Member, Story } from '../story/chain-assignment.js';
import { hasOutcome, isOnItsSide } from '../story/chain-ends.js';
import type { ChainField } from '../topic/chain-field.js';
import type { ChainGap, GapCode, NodeRole } from '../types/chain-report.js';
import type { Link } from '../story/relations.js';
import { tellsReason, tellsSeveral } from '../text/stated-reasons.js';
import { SURE_ROLE } from '../story/linked-relations.js';
import { dayOf, spanOf, wholeSpanOf } from '../text/formatting.js';

const SILENCE_MS = 90 * 86_400_000;

const TITLES: Readonly<Record<GapCode, string>> = {
  no_trigger: 'No sure trigger',
  single_option: 'No other sure option',
  no_rationale: 'No sure reasons',
  no_action: 'No sure action',
  no_outcome: 'No sure outcome',
  superseded: 'Taken back',
  long_silence: 'Long silence',
};

function gap(code: GapCode, sentence: string): ChainGap {
  return { code, title: TITLES[code], sentence };
}

/** From this probability on, by its text alone, a memory may have a role: then the role is not said to be missing. */
const MAY_BE = 0.25;
const NAMING_WORDS = 12;
/** From this probability of belonging on, a memory that is no node may fill a gap. */
const MAY_BELONG = 0.5;

/**
 * What none of a story's memories may be, and what is stated of its end. A gap that a memory of the chain fills would be false.
 *
 * @param reversal that is stated
 */
export function gapsOf(
  field: ChainField,
  nodes: Story,
  possible: readonly Member[],
  reversal: Link | undefined,
): ChainGap[] {
  const possibly = possible.filter(({ share }) => share >= MAY_BELONG);
  const story = { ...nodes, members: [...nodes.members, ...possibly] };
  const at = (place: number) => field.memories[place]?.at ?? 0;
  const has = (role: NodeRole) =>
    story.members.some((one) => mayBe(field, one, role) && isOnItsSide({ role, place: one.place }, story.candidate));
  const gaps: ChainGap[] = [];
  if (!has('trigger') && !isAskedIn(field, story))
    gaps.push(gap('no_trigger', 'No memory that surely belongs here says what raised the question.'));
  gaps.push(...gapsOfReasons(field, story));
  if (!has('action'))
    gaps.push(gap('no_action', 'No memory that surely belongs here says what was done because of the decision.'));
  if (!has('outcome') && !hasOutcome(field, story)) {
    const age = spanOf(Math.max(0, field.input.asOf - at(story.candidate)));
    gaps.push(
      gap('no_outcome', `No memory that surely belongs here says how it turned out, ${age} after the decision.`),
    );
  }
  if (reversal) gaps.push(gap('superseded', `The decision was taken back on ${dayOf(at(reversal.to.place))}.`));
  return [
    ...gaps,
    ...silenceOf(
      nodes.members.map(({ place }) => at(place)),
      possibly.map(({ place }) => at(place)),
    ),
  ];
}

/** Whether a memory before the decision asks, whatever else it is. */
function isAskedIn({ memories }: ChainField, { candidate, members }: Story): boolean {
  return members.some(({ place }) => place < candidate && memories[place]?.content.includes('?') === true);
}

/** Who writes more of an option than its name mostly says what speaks for it. */
function isLong(option: string): boolean {
  return option.split(/\s+/).length > NAMING_WORDS;
}

/** Whether it has the role, or may have it as well: by its text, or because no role is sure. */
function mayBe({ roles }: ChainField, { place, role, confidence }: Member, wanted: Role): boolean {
  if (role === wanted) return true;
  const byText = Math.exp(roles[place]?.[ROLES.indexOf(wanted)] ?? -Infinity);
  return role !== 'decision' && (confidence < SURE_ROLE || byText >= MAY_BE);
}

/** What comes after the decision was not weighed. */
function gapsOfReasons(field: ChainField, { candidate, members }: Story): ChainGap[] {
  const before = members.filter(({ place }) => place < candidate);
  const of = (role: Role) => before.filter((one) => mayBe(field, one, role));
  const textOf = (place: number) => field.memories[place]?.content ?? '';
  const options = of('option');
  const isAlone = options.length <= 1 && field.memories[candidate]?.features.choice === undefined;
  const gaps: ChainGap[] = [];
  if (isAlone && !options.some(({ place }) => tellsSeveral(textOf(place))))
    gaps.push(
      gap('single_option', `No ${options.length === 0 ? '' : 'second '}memory that surely belongs here is an option.`),
    );
  const isReasoned = tellsReason(textOf(candidate)) || options.some(({ place }) => isLong(textOf(place)));
  if (of('evidence').length === 0 && !isReasoned)
    gaps.push(gap('no_rationale', 'No other memory that surely belongs here speaks for or against an option.'));
  return gaps;
}

/**
 * The longest time between two memories that follow each other, unless another one that may belong there is of that time.
 *
 * @param others times of those that may
 */
function silenceOf(times: readonly number[], others: readonly number[]): ChainGap[] {
  const [longest] = times
    .slice(1)
    .map((time, i) => ({ from: times[i] ?? time, ms: time - (times[i] ?? time) }))
    .sort((a, b) => b.ms - a.ms);
  if (longest === undefined || longest.ms < SILENCE_MS) return [];
  if (others.some((time) => time > longest.from && time < longest.from + longest.ms)) return [];
  const text = `None of these memories is from the ${wholeSpanOf(longest.ms)} after ${dayOf(longest.from)}.`;
  return [gap('long_silence', text)];
}
