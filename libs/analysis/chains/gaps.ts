import type { ChainField } from './chain-field.js';
import type { ChainGap } from './chain-report.js';
import type { Story } from './assignment.js';
import type { Link } from './relations.js';
import { dayOf, spanOf } from './wording.js';

const SILENCE_MS = 90 * 86_400_000;

/** What the memories do not tell of a decision, and what they tell of its end. */
export function gapsOf(field: ChainField, { hub, members }: Story, links: readonly Link[]): ChainGap[] {
  const has = (role: string) => members.some((one) => one.role === role);
  const options = members.filter((one) => one.role === 'option').length;
  const at = (place: number) => field.memories[place]?.at ?? 0;
  const gaps: ChainGap[] = [];
  if (!has('trigger')) gaps.push({ code: 'no_trigger', text: 'Nothing tells what made the question arise.' });
  if (options === 1)
    gaps.push({ code: 'single_option', text: 'Only one option is told; no alternative was recorded.' });
  if (!has('evidence')) gaps.push({ code: 'no_rationale', text: 'No evidence for or against an option is told.' });
  if (!has('action')) gaps.push({ code: 'no_action', text: 'Nothing tells what was done because of the decision.' });
  if (!has('outcome')) {
    const age = spanOf(Math.max(0, field.input.asOf - at(hub)));
    gaps.push({ code: 'no_outcome', text: `No outcome is told, ${age} after the decision.` });
  }
  const reversal = links.find(({ relation }) => relation === 'superseded_by');
  if (reversal)
    gaps.push({ code: 'superseded', text: `The decision was taken back on ${dayOf(at(reversal.to.place))}.` });
  members.slice(1).forEach(({ place }, i) => {
    const before = at(members[i]?.place ?? place);
    if (at(place) - before > SILENCE_MS && !gaps.some(({ code }) => code === 'long_silence')) {
      gaps.push({
        code: 'long_silence',
        text: `Nothing is told for ${spanOf(at(place) - before)} after ${dayOf(before)}.`,
      });
    }
  });
  return gaps;
}
