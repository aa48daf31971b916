import pg from 'pg';
import type { EntityManager } from 'typeorm';
import type { TenantDb } from '@mneme/platform/database';
import type { TenantId } from '@mneme/platform/ids';
import type { PostgresLogin } from '../../../libs/platform/database/database-target.js';

/** TenantDb as a script would write it: the driver's pool, and the same four messages for a transaction. */
export class BareDb {
  private readonly pool: pg.Pool;

  constructor(login: PostgresLogin) {
    const { url, host, port, username, database, extra } = login as Record<string, unknown>;
    const server = url === undefined ? { host, port, user: username, database } : { connectionString: url };
    this.pool = new pg.Pool({ ...server, ...(extra as object) } as pg.PoolConfig);
    this.pool.on('error', () => undefined);
  }

  async run<T>(tenant: TenantId, work: (tx: EntityManager) => Promise<T>): Promise<T> {
    return this.transaction('SELECT mneme_set_tenant($1)', [tenant], work);
  }

  /** As the floor does everything: four messages, each awaited. */
  async read<T>(tenant: TenantId, work: (tx: EntityManager) => Promise<T>): Promise<T> {
    return this.run(tenant, work);
  }

  async runSystem<T>(work: (tx: EntityManager) => Promise<T>): Promise<T> {
    return this.transaction('SELECT mneme_set_system()', [], work);
  }

  async readSystem<T>(work: (tx: EntityManager) => Promise<T>): Promise<T> {
    return this.runSystem(work);
  }

  /** For the parts of the service that send statements themselves. They use `run`, `read`, `runSystem` and `readSystem` only. */
  asTenantDb(): TenantDb {
    return this as unknown as TenantDb;
  }

  async close(): Promise<void> {
    await this.pool.end();
  }

  private async transaction<T>(scope: string, values: unknown[], work: (tx: EntityManager) => Promise<T>): Promise<T> {
    const client = await this.pool.connect();
    try {
      await client.query('BEGIN');
      await client.query(scope, values);
      const result = await work(statements(client));
      await client.query('COMMIT');
      return result;
    } catch (error) {
      await client.query('ROLLBACK');
      throw error;
    } finally {
      client.release();
    }
  }
}

/** The one method of TypeORM's manager that sends a text as it is: here the driver does, and nothing else. */
function statements(client: pg.PoolClient): EntityManager {
  const query = async (sql: string, values?: unknown[]): Promise<unknown> => (await client.query(sql, values)).rows;
  return { query } as unknown as EntityManager;
}
