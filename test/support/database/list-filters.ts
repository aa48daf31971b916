import type { MemoryFilter } from '../../../libs/memories/listing/memory-filter.js';
import { LOADED } from './tenant-load.js';

export interface NamedFilter {
  readonly name: string;
  readonly filter: MemoryFilter;
}

const minutes = (count: number): Date => new Date(LOADED.from.getTime() + count * 60_000);

/** Each filter of a list, with values that all memories of `loadMemories` have, few, one in so many, and none. */
const AXES: readonly (readonly NamedFilter[])[] = [
  [
    { name: 'type3', filter: { type: 'type3' } },
    { name: 'nosuchtype', filter: { type: 'nosuchtype' } },
  ],
  [
    { name: '#common', filter: { tags: ['common'] } },
    { name: '#rare', filter: { tags: ['rare'] } },
    { name: '#nosuchtag', filter: { tags: ['nosuchtag'] } },
    { name: '#half0 and #tag8', filter: { tags: ['half0', 'tag8'] } },
    { name: '#common and #nosuchtag', filter: { tags: ['common', 'nosuchtag'] } },
    { name: '#rare or #nosuchtag', filter: { tags: ['rare', 'nosuchtag'], tagsMode: 'any' } },
    { name: '#half0 or #half1', filter: { tags: ['half0', 'half1'], tagsMode: 'any' } },
  ],
  [
    { name: 'all of userId', filter: { attributes: [['userId=everybody']] } },
    { name: 'rare userId', filter: { attributes: [['userId=user7']] } },
    { name: 'no such userId', filter: { attributes: [['userId=nobody']] } },
    { name: 'two keys', filter: { attributes: [['speaker=Ann'], ['sessionId=session3']] } },
    { name: 'one of two', filter: { attributes: [['userId=user7', 'userId=user8']] } },
  ],
  [
    { name: 'happened from', filter: { occurredFrom: minutes(1_500) } },
    { name: 'happened on a day', filter: { occurredFrom: minutes(1_440), occurredTo: minutes(2_879) } },
    { name: 'never happened', filter: { occurredTo: new Date('1900-01-01') } },
  ],
  [
    { name: 'from', filter: { createdFrom: minutes(1_500) } },
    { name: 'to', filter: { createdTo: minutes(1_500) } },
    { name: 'one day', filter: { createdFrom: minutes(1_440), createdTo: minutes(2_879) } },
    { name: 'in the future', filter: { createdFrom: new Date('2100-01-01') } },
  ],
];

/** None, each filter, and each pair of filters. */
export const LIST_FILTERS: readonly NamedFilter[] = [
  { name: 'all', filter: {} },
  ...AXES.flat(),
  ...AXES.flatMap((axis, i) => AXES.slice(i + 1).flatMap((other) => axis.flatMap((a) => other.map((b) => both(a, b))))),
];

function both(a: NamedFilter, b: NamedFilter): NamedFilter {
  return { name: `${a.name}, ${b.name}`, filter: { ...a.filter, ...b.filter } };
}
