import { Client } from 'pg';
import { serverCommand } from './server-command.js';

export interface OwnNumbers {
  readonly callsPerMonth: number;
  readonly memories?: number;
}

/**
 * Gives a new tenant the Enterprise plan with numbers of its own, as `mneme tenants set-plan` does. By that command where
 * the database is embedded; else in the database: beside the test server's own feature the command would refuse it.
 */
export async function limitTenant(env: Record<string, string>, tenantId: string, numbers: OwnNumbers): Promise<void> {
  const { callsPerMonth, memories } = numbers;
  const { DATABASE_URL: connectionString } = env;
  if (connectionString === undefined) {
    const storage = memories === undefined ? [] : ['--memories', String(memories)];
    const plan = ['set-plan', tenantId, 'enterprise', '--calls-per-month', String(callsPerMonth), ...storage];
    for (const words of [['create', tenantId], plan]) {
      expect(await serverCommand(env['MNEME_DATA_DIR'] ?? '', ['tenants', ...words])).toMatchObject({ code: 0 });
    }
    return;
  }
  const client = new Client({ connectionString });
  await client.connect();
  await client.query(
    `INSERT INTO tenants (tenant_id, plan, created_at, memories, calls_per_month)
     VALUES ($1, 'enterprise', now(), $2, $3)`,
    [tenantId, memories ?? null, callsPerMonth],
  );
  await client.end();
}
