import * as statements from './pgvector.statements.js';

/** Which of the two sets of tables a model has: while one takes over from another, both are in use. */
export type PgvectorSlot = 'a' | 'b';

type Statements = { readonly [Name in keyof typeof statements]: string };

/** The statements of PgvectorIndex on the tables of a slot: `vector_points` and `vector_points_b`. */
export function statementsIn(slot: PgvectorSlot): Statements {
  if (slot === 'a') return statements;
  const entries = Object.entries(statements).map(([name, sql]) => [name, sql.replace(TABLES, '$&_b')]);
  return Object.fromEntries(entries) as Statements;
}

const TABLES = /\bvector_(?:memories|points|terms)\b/g;
