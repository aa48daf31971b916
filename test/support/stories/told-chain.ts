import { chainInput, type Told } from './chain-bed.js';
import type { Member } from '../../../libs/analysis/chains/story/chain-assignment.js';
import { fieldOf } from '../../../libs/analysis/chains/topic/chain-field.js';
import type { Chain, NodeRole } from '../../../libs/analysis/chains/types/chain-report.js';
import { chainOf } from '../../../libs/analysis/chains/report/chain-report.builder.js';
import { CHAIN_WEIGHTS } from '../../../libs/analysis/chains/weights/chain-weights.js';
import { relationsOf } from '../../../libs/analysis/chains/story/relations.js';
import { trunkOf } from '../../../libs/analysis/chains/story/main-path.js';

/** A memory in its role; told on the day of its place in the list where it says none. */
export interface Note extends Omit<Told, 'id' | 'day'> {
  readonly role: NodeRole;
  readonly day?: number;
  /** Of the role, .9 where nothing is said; from .55 on the memory is a sure member. */
  readonly confidence?: number;
  readonly isSure?: boolean;
}

/** The chain of these notes in these roles, as it is told. Ids are `n0`, `n1`, ... in their order. */
export function toldChain(...notes: readonly Note[]): Chain {
  return toldChainAmong(notes.length, ...notes);
}

/** The same in a tenant of so many memories. */
export function toldChainAmong(tenantSize: number, ...notes: readonly Note[]): Chain {
  const told = notes.map((note, i) => ({ day: i, ...note, id: `n${String(i)}` }));
  const field = fieldOf({ ...chainInput('canoe', told, () => 0.5), tenantSize }, CHAIN_WEIGHTS);
  const members = told.map(({ role, confidence = 0.9, isSure = confidence >= 0.55 }, place): Member => ({
    place,
    role,
    confidence,
    share: confidence,
    isSure,
  }));
  const candidate = told.findIndex(({ role }) => role === 'decision');
  const story = { candidate, probability: 0.9, members };
  const links = relationsOf(field, story);
  const sure = links.filter(({ from, to }) => from.isSure && to.isSure);
  return chainOf(field, { story, links, possible: [], trunk: trunkOf(sure, candidate), topicKnown: 0.9, rival: 0 });
}
