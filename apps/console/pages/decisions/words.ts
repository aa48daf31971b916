import type { Chain, ChainEdge, ChainNode, ChainRelation, ChainRole } from '@mneme/client';
import { percent } from '../../text/formats.js';

/** What a memory is in a decision. */
export const ROLES: Readonly<Record<ChainRole, string>> = {
  trigger: 'Trigger',
  option: 'Option',
  evidence: 'Evidence',
  decision: 'Decision',
  action: 'Action',
  outcome: 'Outcome',
  reversal: 'Reversal',
};

/** How one memory led to another: read between the earlier and the later one. */
export const RELATIONS: Readonly<Record<ChainRelation, string>> = {
  raises: 'raises',
  weighed: 'weighed by',
  chosen: 'chosen in',
  rejected: 'rejected in',
  supports: 'supports',
  opposes: 'opposes',
  led_to: 'led to',
  resulted_in: 'resulted in',
  superseded_by: 'superseded by',
};

const VERY_LIKELY = 0.9;
const LIKELY = 0.7;
const POSSIBLE = 0.4;

/** A probability in a word and in a number. @param value null where a language model stated it, which has no number */
export function confidence(value: number | null): string {
  return value === null ? 'stated by a language model, without a number' : `${likelihood(value)} (${percent(value)})`;
}

function likelihood(exact: number): string {
  // As it is shown: 40% is not called both possible and doubtful.
  const value = Math.round(exact * 100) / 100;
  if (value >= VERY_LIKELY) return 'very likely';
  if (value >= LIKELY) return 'likely';
  return value >= POSSIBLE ? 'possible' : 'doubtful';
}

/** How sure a link is, and where that comes from. */
export function certainty({ basis, confidence: value }: ChainEdge): string {
  return basis === 'explicit' ? 'stated in metadata' : confidence(value);
}

/** Whether a memory is an option that the decision did not take. */
export function isAlternative({ alternatives }: Chain, { memoryId }: ChainNode): boolean {
  return alternatives.includes(memoryId);
}
