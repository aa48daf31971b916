import type { Member, Story } from '../story/chain-assignment.js';
import { hasOutcome, isOnItsSide } from '../story/chain-ends.js';
import type { ChainField } from '../topic/chain-field.js';
import type { ChainGap, GapCode } from '../types/chain-report.js';
import type { Link } from '../story/relations.js';
import { tellsReason, tellsSeveral } from '../text/stated-reasons.js';
import { dayOf, spanOf } from '../text/formatting.js';

const SILENCE_MS = 90 * 86_400_000;

const TITLES: Readonly<Record<GapCode, string>> = {
  no_trigger: 'No sure trigger',
  single_option: 'No second sure option',
  no_rationale: 'No sure reasons',
  no_action: 'No sure action',
  no_outcome: 'No sure outcome',
  superseded: 'Taken back',
  long_silence: 'Long silence',
};

function gap(code: GapCode, sentence: string): ChainGap {
  return { code, title: TITLES[code], sentence };
}

/** The part of a story that is stated as facts. */
interface Facts {
  /** All links of the story. */
  readonly links: readonly Link[];
  readonly stated: readonly Link[];
  readonly isFact: (member: Member) => boolean;
}

/** What the memories do not surely tell of a decision, and what they tell of its end. */
export function gapsOf(field: ChainField, story: Story, { links, stated, isFact }: Facts): ChainGap[] {
  const at = (place: number) => field.memories[place]?.at ?? 0;
  const reported = { candidate: story.candidate, members: story.members.filter(isFact) };
  const has = (role: string) => reported.members.some((one) => one.role === role && isOnItsSide(one, story.candidate));
  const gaps: ChainGap[] = [];
  if (!has('trigger'))
    gaps.push(gap('no_trigger', 'No memory that surely belongs here says what raised the question.'));
  gaps.push(...gapsOfReasons(field, reported, links));
  if (!has('action'))
    gaps.push(gap('no_action', 'No memory that surely belongs here says what was done because of the decision.'));
  if (!hasOutcome(field, reported)) {
    const age = spanOf(Math.max(0, field.input.asOf - at(story.candidate)));
    gaps.push(
      gap('no_outcome', `No memory that surely belongs here says how it turned out, ${age} after the decision.`),
    );
  }
  const reversal = stated.find(({ relation }) => relation === 'superseded_by');
  if (reversal) gaps.push(gap('superseded', `The decision was taken back on ${dayOf(at(reversal.to.place))}.`));
  return [...gaps, ...silenceOf(story.members.map(({ place }) => at(place)))];
}

/** What stands on the wrong side of the decision has no link with it, and was not weighed. */
function gapsOfReasons(
  { memories }: ChainField,
  { candidate, members }: Pick<Story, 'candidate' | 'members'>,
  links: readonly Link[],
): ChainGap[] {
  const joined = new Set(links.flatMap(({ from, to }) => [from.place, to.place]));
  const of = (role: string) => members.filter((one) => one.role === role && joined.has(one.place));
  const textOf = ({ place }: Pick<Member, 'place'>) => memories[place]?.content ?? '';
  const options = of('option');
  const isAlone = options.length <= 1 && memories[candidate]?.features.choice === undefined;
  const gaps: ChainGap[] = [];
  if (isAlone && !options.some((one) => tellsSeveral(textOf(one))))
    gaps.push(gap('single_option', 'No more than one option surely belongs here.'));
  if (of('evidence').length === 0 && !tellsReason(textOf({ place: candidate })))
    gaps.push(gap('no_rationale', 'No evidence for or against an option surely belongs here.'));
  return gaps;
}

/** The longest time between two memories that follow each other. */
function silenceOf(times: readonly number[]): ChainGap[] {
  const [longest] = times
    .slice(1)
    .map((time, i) => ({ from: times[i] ?? time, ms: time - (times[i] ?? time) }))
    .sort((a, b) => b.ms - a.ms);
  if (longest === undefined || longest.ms < SILENCE_MS) return [];
  const text = `None of these memories is from the ${spanOf(longest.ms)} after ${dayOf(longest.from)}.`;
  return [gap('long_silence', text)];
}
