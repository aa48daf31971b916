import type { EntityManager } from 'typeorm';

/** What a statement has read when it was run: the same on every machine, however busy it is. */
export interface StatementCost {
  readonly sql: string;
  /** The most rows that one step of the plan has handled, over all its repetitions. */
  readonly rows: number;
  /** Blocks of 8 KiB, each as often as it was looked at: what an index scan passes over shows here only. */
  readonly blocks: number;
}

interface PlanNode {
  readonly 'Actual Rows': number;
  readonly 'Actual Loops': number;
  readonly 'Rows Removed by Filter'?: number;
  readonly 'Rows Removed by Join Filter'?: number;
  readonly 'Rows Removed by Index Recheck'?: number;
  readonly 'Shared Hit Blocks'?: number;
  readonly 'Shared Read Blocks'?: number;
  readonly Plans?: readonly PlanNode[];
}

type Explained = readonly { readonly 'QUERY PLAN': readonly { readonly Plan: PlanNode }[] }[];

const EXPLAIN = 'EXPLAIN (ANALYZE, BUFFERS, TIMING OFF, COSTS OFF, FORMAT JSON)';

/** The costs of the statements that the work sends, each of which finds nothing. For reading only. */
export async function readingCosts(
  tx: EntityManager,
  work: (tx: EntityManager) => Promise<unknown>,
): Promise<StatementCost[]> {
  const costs: StatementCost[] = [];
  const spy = {
    query: async (sql: string, parameters: unknown[] = []): Promise<unknown> => {
      costs.push(costOf(sql, await each(tx, sql, parameters)));
      return [];
    },
  };
  await work(spy as unknown as EntityManager);
  return costs;
}

/**
 * The costs of the statements that the work sends, in a transaction that is under way.
 * @param planned `once`: by a plan for all values, as a connection keeps it of a prepared statement
 */
export async function statementCosts(
  tx: EntityManager,
  work: (tx: EntityManager) => Promise<unknown>,
  planned: 'each time' | 'once' = 'each time',
): Promise<StatementCost[]> {
  const costs: StatementCost[] = [];
  const spy = {
    query: async (sql: string, parameters: unknown[] = []): Promise<unknown> => {
      await tx.query('SAVEPOINT measured');
      costs.push(costOf(sql, await (planned === 'once' ? generic : each)(tx, sql, parameters)));
      await tx.query('ROLLBACK TO SAVEPOINT measured');
      return tx.query(sql, parameters);
    },
  };
  await work(spy as unknown as EntityManager);
  return costs;
}

async function each(tx: EntityManager, sql: string, parameters: unknown[]): Promise<Explained> {
  return tx.query<Explained>(`${EXPLAIN} ${sql}`, parameters);
}

async function generic(tx: EntityManager, sql: string, parameters: unknown[]): Promise<Explained> {
  await tx.query('SET LOCAL plan_cache_mode = force_generic_plan');
  await tx.query(`PREPARE measured AS ${sql}`);
  try {
    return await tx.query<Explained>(`${EXPLAIN} EXECUTE measured(${(parameters as Value[]).map(literal).join(', ')})`);
  } finally {
    await tx.query('DEALLOCATE measured');
  }
}

type Value = string | readonly string[] | null;

function literal(value: Value): string {
  if (value === null) return 'NULL';
  return `'${typeof value === 'string' ? value : `{${value.join(',')}}`}'`;
}

function costOf(sql: string, explained: Explained): StatementCost {
  const plan = explained[0]?.['QUERY PLAN'][0]?.Plan;
  if (plan === undefined) throw new Error(`no plan of ${sql}`);
  const nodes = [...nodesOf(plan)];
  return {
    sql,
    rows: Math.max(...nodes.map(handled)),
    blocks: (plan['Shared Hit Blocks'] ?? 0) + (plan['Shared Read Blocks'] ?? 0),
  };
}

function* nodesOf(node: PlanNode): Generator<PlanNode> {
  yield node;
  for (const child of node.Plans ?? []) yield* nodesOf(child);
}

function handled(node: PlanNode): number {
  const removed =
    (node['Rows Removed by Filter'] ?? 0) +
    (node['Rows Removed by Join Filter'] ?? 0) +
    (node['Rows Removed by Index Recheck'] ?? 0);
  return Math.round(node['Actual Loops'] * (node['Actual Rows'] + removed));
}
