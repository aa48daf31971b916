import * as statements from './pgvector.statements.js';

/** Which of the two sets of tables a model has: while one takes over from another, both are in use. */
export type PgvectorSlot = 'a' | 'b';

type Statements = typeof statements;

/** The statements of PgvectorIndex on the tables of a slot: `vector_points` and `vector_points_b`. */
export function statementsIn(slot: PgvectorSlot): Statements {
  if (slot === 'a') return statements;
  const { searchPoints, ...texts } = statements;
  const entries = Object.entries(texts).map(([name, sql]) => [name, inSlotB(sql)]);
  const search: typeof searchPoints = (groups) => inSlotB(searchPoints(groups));
  return { ...(Object.fromEntries(entries) as typeof texts), searchPoints: search };
}

function inSlotB(sql: string): string {
  return sql.replace(TABLES, '$&_b');
}

const TABLES = /\bvector_(?:memories|points|terms)\b/g;
