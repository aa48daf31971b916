import { randomBytes } from 'node:crypto';
import { Client } from 'pg';

export interface TestDatabase {
  readonly url: string;
  readonly name: string;
  /** Whether it can hold vectors. */
  readonly pgvector: boolean;
  /** Variables of a service that runs on it. */
  readonly env: Record<string, string>;
  /** As the role that owns everything. */
  query(sql: string): Promise<void>;
  drop(): Promise<void>;
}

/** A new database on the server of TEST_DATABASE_URL. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const server = process.env['TEST_DATABASE_URL'];
  if (server === undefined) throw new Error('TEST_DATABASE_URL is not set');
  const name = `mneme_test_${randomBytes(6).toString('hex')}`;
  const [extension] = await query(
    server,
    `SELECT count(*)::int AS found FROM pg_available_extensions WHERE name = 'vector'`,
  );
  await query(server, `CREATE DATABASE ${name}`);
  const url = Object.assign(new URL(server), { pathname: `/${name}` }).toString();
  const secrets = { KEY_PEPPER: secret(), SERVICE_JWT_KEY: secret(), SECRETS_KEY: secretsKey() };
  const env = { DATABASE_URL: url, ...secrets, ...testRedis(name) };
  return {
    url,
    name,
    pgvector: extension?.['found'] === 1,
    env,
    query: async (sql) => {
      await query(url, sql);
    },
    drop: async () => {
      await query(server, `DROP DATABASE ${name} WITH (FORCE)`);
    },
  };
}

/** Servers on one database share what they keep in the Redis of TEST_REDIS_URL, others never meet it. */
function testRedis(prefix: string): Record<string, string> {
  const url = process.env['TEST_REDIS_URL'];
  return url === undefined ? {} : { REDIS_URL: url, REDIS_PREFIX: prefix };
}

async function query(url: string, sql: string): Promise<Record<string, unknown>[]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(sql)).rows;
  } finally {
    await client.end();
  }
}

function secretsKey(): string {
  return randomBytes(32).toString('base64');
}

function secret(): string {
  return randomBytes(32).toString('hex');
}
