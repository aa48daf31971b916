import type { EntityManager } from 'typeorm';

/** The plans of the statements that the work sends; each of them finds nothing. */
export async function explained(tx: EntityManager, work: (tx: EntityManager) => Promise<unknown>): Promise<string> {
  const plans: string[] = [];
  const spy = {
    query: async (sql: string, parameters: unknown[]) => {
      const rows = await tx.query<Record<string, string>[]>(`EXPLAIN ${sql}`, parameters);
      plans.push(rows.map((row) => row['QUERY PLAN']).join('\n'));
      return [];
    },
  };
  await work(spy as unknown as EntityManager);
  return plans.join('\n');
}
