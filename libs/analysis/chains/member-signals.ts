import { ROLES } from '../features/role.js';
import { type ChainField, likeness, linked } from './chain-field.js';
import { SignalTable } from './signal-table.js';

const DAY_MS = 86_400_000;
const MOST_LIKE = 8;
const MOST_SHARED = 12;

/** What a memory can be to a given decision. */
export const MEMBER_ROLES = ['trigger', 'option', 'evidence', 'action', 'outcome', 'reversal', 'noise'] as const;
const noise = MEMBER_ROLES.indexOf('noise');
const sides = ['before', 'after'] as const;

/** Columns of `firstSignals`. */
export const FIRST_SIGNALS: readonly string[] = [
  ...['after', 'days before', 'days after', 'soon before', 'soon after', 'weeks before', 'weeks after'],
  ...[
    'like',
    'to topic',
    'relevance',
    'tags',
    'entities',
    'words',
    'topic words',
    'linked',
    'any tag',
    'near and tagged',
  ],
  ...sides.flatMap((side) => ROLES.map((role) => `text ${role} ${side}`)),
];
const textFrom = 17;

/** How probable it is that a memory belongs to the decision at all, by a table of `MEMBER_ROLES`. */
export function share(rows: SignalTable, place: number): number {
  return 1 - rows.at(place, noise);
}

/** Every memory of the field seen from a decision, a row each. */
export function firstSignals(field: ChainField, hub: number): SignalTable {
  const { memories, toTopic, topicWords } = field;
  const table = new SignalTable(memories.length, FIRST_SIGNALS.length);
  const shared = sharedWith(field, hub);
  const start = memories[hub]?.at ?? 0;
  memories.forEach(({ at, relevance }, member) => {
    const row = table.row(member);
    const after = member > hub;
    const days = Math.abs(at - start) / DAY_MS;
    const [tags = 0, entities = 0, words = 0] = shared.map((values) => values[member] ?? 0);
    setTimes(row, days, after);
    row[7] = likeness(field, hub, member);
    row[8] = Math.min(toTopic[member] ?? 0, MOST_LIKE);
    row[9] = strengthOf(relevance);
    row[10] = tags;
    row[11] = entities;
    row[12] = words;
    row[13] = Math.min(topicWords[member] ?? 0, MOST_SHARED);
    row[14] = Number(linked(field, hub, member));
    row[15] = Number(tags > 0);
    row[16] = tags * Math.exp(-days / 45);
    const from = textFrom + (after ? ROLES.length : 0);
    field.roles[member]?.forEach((value, i) => (row[from + i] = Math.max(value, -6)));
  });
  return table;
}

/** Weights of the tags, names and words that each memory shares with one. */
export function sharedWith(field: ChainField, hub: number): Float64Array[] {
  return [field.tags, field.entities, field.words].map((overlap) => overlap.with(overlap.held(hub)));
}

function setTimes(row: Float64Array, days: number, after: boolean): void {
  row[0] = Number(after);
  row[after ? 2 : 1] = Math.log1p(days);
  row[after ? 4 : 3] = Math.exp(-days / 7);
  row[after ? 6 : 5] = Math.exp(-days / 30);
}

/** Relevances crowd near 0. */
export function strengthOf(relevance: number): number {
  return Math.log(Math.max(relevance, 1e-4)) / Math.log(1e4) + 1;
}
