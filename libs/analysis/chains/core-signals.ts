import { type ChainField, likeness } from './chain-field.js';
import { FIRST_SIGNALS, MEMBER_ROLES, share } from './member-signals.js';
import type { Shared } from './pairs.js';
import { SignalTable } from './signal-table.js';

const orderRoles = ['trigger', 'option', 'evidence', 'action', 'outcome'] as const;
const orderColumns = orderRoles.map((role) => MEMBER_ROLES.indexOf(role));
const fewestShare = 0.1;

/** Columns of `coreSignals`. */
export const SECOND_SIGNALS: readonly string[] = [
  ...FIRST_SIGNALS,
  ...['core size', 'share so far', 'share in the best other', 'lead'],
  ...['like', 'tags', 'entities', 'words'].flatMap((name) => [`core ${name}`, `core best ${name}`]),
  ...['before', 'after'].flatMap((side) =>
    orderRoles.flatMap((role) => [`${role} earlier ${side}`, `${role} later ${side}`]),
  ),
];

/** What a round knows: the decision, what each memory is to it, and how much each belongs to another decision. */
export interface Round {
  readonly hub: number;
  readonly first: SignalTable;
  readonly rows: SignalTable;
  /** The most that each memory belongs to any other probable decision. */
  readonly rivals: Float64Array;
}

/**
 * How memories stand to those that the round before took for members.
 *
 * @param near places of the memories to look at; rows in their order
 */
export function coreSignals(
  field: ChainField,
  { hub, first, rows, rivals }: Round,
  near: readonly number[],
): SignalTable {
  const table = new SignalTable(near.length, SECOND_SIGNALS.length);
  const core = near.filter((other) => other !== hub && share(rows, other) > fewestShare);
  const shared = core.map((other) => field.pairs.shared(other));
  for (const other of core) field.pairs.compare(other, near);
  near.forEach((member, i) => {
    const row = table.row(i);
    row.set(first.row(member));
    const own = share(rows, member);
    const from = FIRST_SIGNALS.length;
    row[from + 1] = own;
    row[from + 2] = rivals[member] ?? 0;
    row[from + 3] = own - (rivals[member] ?? 0);
    setCore(row, from, { field, rows, core, shared, member });
    setOrder(row, from + 12 + (member > hub ? 10 : 0), rows, core, member);
  });
  return table;
}

interface Core {
  readonly field: ChainField;
  readonly rows: SignalTable;
  readonly core: readonly number[];
  readonly shared: readonly Shared[];
  readonly member: number;
}

/** Weighted means and the best of likeness, tags, names and words shared with the core. */
function setCore(row: Float64Array, from: number, { field, rows, core, shared, member }: Core): void {
  const values = [0, 0, 0, 0];
  const means = [0, 0, 0, 0];
  const bests = [0, 0, 0, 0];
  let size = 0;
  core.forEach((other, i) => {
    if (other === member) return;
    const part = share(rows, other);
    values[0] = likeness(field, other, member);
    values[1] = shared[i]?.tags[member] ?? 0;
    values[2] = shared[i]?.entities[member] ?? 0;
    values[3] = shared[i]?.words[member] ?? 0;
    for (let kind = 0; kind < 4; kind++) {
      const value = part * (values[kind] ?? 0);
      means[kind] = (means[kind] ?? 0) + value;
      if (value > (bests[kind] ?? 0)) bests[kind] = value;
    }
    size += part;
  });
  row[from] = Math.log1p(size);
  for (let kind = 0; kind < 4; kind++) {
    row[from + 4 + 2 * kind] = (means[kind] ?? 0) / (size + 0.5);
    row[from + 5 + 2 * kind] = bests[kind] ?? 0;
  }
}

/** How many memories of each role stand earlier and later. */
function setOrder(row: Float64Array, from: number, rows: SignalTable, core: readonly number[], member: number): void {
  orderColumns.forEach((column, i) => {
    let earlier = 0;
    let later = 0;
    for (const other of core) {
      if (other < member) earlier += rows.at(other, column);
      else if (other > member) later += rows.at(other, column);
    }
    row[from + 2 * i] = Math.log1p(earlier);
    row[from + 2 * i + 1] = Math.log1p(later);
  });
}
