import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { AppConfig, PostgresConfig } from '@mneme/platform/config';
import { Database, postgresTarget, TenantDb } from '@mneme/platform/database';
import { newUuid, tenantId } from '@mneme/platform/ids';
import { SignJWT } from 'jose';
import { Client } from 'pg';
import { newApiKey } from '../../libs/keys/api-keys/api-key-format.js';
import { ApiKeysRepository } from '../../libs/keys/api-keys/api-keys.repository.js';
import { KeyHasher } from '../../libs/keys/hashing/key-hasher.js';
import { Api } from '../support/service/api.js';
import { mnemeCommand } from '../support/service/mneme-command.js';
import { MnemeProcess } from '../support/service/mneme-process.js';
import { SCHEMAS } from '../support/database/open-database.js';
import { createTestDatabase, type TestDatabase } from '../support/database/test-database.js';
import { openTestQdrant, type TestQdrant } from '../support/vectors/test-qdrant.js';

const TENANT = tenantId('served');
const MIGRATION_LOCK = 7_266_001;
const run = promisify(execFile);

/** deploy/postgres/roles.sql, and what each of its logins can do. */
describe('a service that has the login of the application alone', () => {
  const password = randomBytes(12).toString('hex');
  let database: TestDatabase;
  let qdrant: TestQdrant;
  let roles: Record<'backup' | 'migrator' | 'service', string>;
  let server: MnemeProcess | undefined;

  const urlOf = (role: string): string => Object.assign(new URL(database.url), { username: role, password }).toString();
  /** What a pod of the chart is given: no DATABASE_URL. */
  const podEnv = (): Record<string, string> => {
    const { DATABASE_URL: _, ...rest } = database.env;
    const vectors = { QDRANT_URL: qdrant.url, QDRANT_COLLECTION: database.name };
    return { ...rest, ...vectors, DATABASE_APP_URL: urlOf(roles.service) };
  };
  const open = (postgres: PostgresConfig): Promise<Database> =>
    Database.open(postgresTarget({ databasePool: 2 } as AppConfig, postgres), SCHEMAS);
  const served = (): Promise<Database> => open({ url: undefined, appUrl: urlOf(roles.service) });

  beforeAll(async () => {
    database = await createTestDatabase();
    qdrant = await openTestQdrant();
    roles = {
      migrator: `${database.name}_m`,
      service: `${database.name}_s`,
      backup: `${database.name}_b`,
    };
    const names = Object.entries(roles).map(([kind, name]) => `${kind}=${name}`);
    const passwords = Object.keys(roles).map((kind) => `${kind}_password=${password}`);
    const settings = [...names, ...passwords].flatMap((setting) => ['--set', setting]);
    const words = [
      '--no-psqlrc',
      '--quiet',
      '--dbname',
      database.url,
      ...settings,
      '--file',
      'deploy/postgres/roles.sql',
    ];
    await run('psql', words);
    // A second time: everything is there.
    await run('psql', words);
  });
  afterAll(async () => {
    await server?.stop();
    for (const role of Object.values(roles)) await database.query(`DROP OWNED BY ${role} CASCADE; DROP ROLE ${role}`);
    await qdrant.drop(database.name);
    await database.drop();
  });

  it('does not start on a database that has not been migrated, and says who migrates it', async () => {
    await expect(served()).rejects.toThrow(/has not been migrated\. Run "mneme migrate" of this release/);
  });

  it('cannot migrate with that login', async () => {
    const attempt = open({ url: urlOf(roles.service), appUrl: undefined });
    await expect(attempt).rejects.toThrow(/DATABASE_URL may not migrate the database \(permission denied/);
  });

  it('starts once the migrating role has migrated, and finds what it stores', async () => {
    await (await open({ url: urlOf(roles.migrator), appUrl: undefined })).close();
    const plainKey = await keyOfBefore();
    const { KEY_PEPPER = '', SERVICE_JWT_KEY = '' } = database.env;
    server = await MnemeProcess.start('api', {
      ...podEnv(),
      KEY_PEPPER: 'a pepper that takes the place of the first',
      KEY_PEPPER_PREVIOUS: KEY_PEPPER,
      SERVICE_JWT_KEY: 'a signing key that takes the place of the first',
      SERVICE_JWT_KEY_PREVIOUS: SERVICE_JWT_KEY,
    });
    const api = new Api(server.url, plainKey);
    const content = 'The red tractor needs new tyres';
    const stored = await api.post('/api/v1/memories', { content, type: 'semantic', tenantId: TENANT });
    expect(stored.status).toBe(201);
    const found = await api.post('/api/v1/memories/search', { query: 'red tractor', tenantId: TENANT });
    expect(found.body.data.results).toMatchObject([{ content }]);

    // A token of before is accepted until it ends, one that neither key has signed is not.
    const statusWith = async (token: string): Promise<number> =>
      (await new Api(server!.url, token).get(`/api/v1/memories?tenantId=${TENANT}`)).status;
    expect(await statusWith(await token(SERVICE_JWT_KEY))).toBe(200);
    expect(await statusWith(await token('a signing key that is of another service'))).toBe(401);

    // The end writes what is pending: the key no longer needs the pepper of before.
    expect(await server.stop()).toBe(0);
    server = undefined;
    const rotated = { ...podEnv(), KEY_PEPPER: 'a pepper that takes the place of the first' };
    const { out } = await mnemeCommand({ ...rotated, KEY_PEPPER_PREVIOUS: KEY_PEPPER }, 'doctor', '--json');
    const { findings } = JSON.parse(out) as { findings: { check: string; ok: boolean; detail: string }[] };
    expect(findings.find(({ check }) => check === 'api keys')).toEqual({
      check: 'api keys',
      ok: true,
      detail: '0 hashed with KEY_PEPPER_PREVIOUS, 0 with a pepper that is not known, 0 with one that is not recorded',
    });
  }, 240_000);

  it('is backed up by a login that sees past row security', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'mneme-backups-'));
    const env = { ...process.env, BACKUP_DATABASE_URL: urlOf(roles.backup) };
    expect((await run('bash', ['deploy/backup/scheduled.sh', folder], { env })).stdout).toContain('1 memories, ');
    await rm(folder, { recursive: true });
  });

  it('erases a tenant wholly, also from tables that the login may not delete from', async () => {
    const { code, out } = await mnemeCommand(podEnv(), 'tenants', 'erase', TENANT, '--yes', '--json');
    const { places } = JSON.parse(out) as { places: { place: string; deleted: number }[] };
    const deleted = Object.fromEntries(places.map((each) => [each.place, each.deleted]));
    expect([code, deleted]).toMatchObject([0, { memories: 1, api_keys: 1, quota_slots: 8 }]);
    const client = new Client({ connectionString: database.url });
    await client.connect();
    const left = `SELECT (SELECT count(*)::int FROM memories) AS memories, (SELECT count(*)::int FROM api_keys) AS keys,
                         (SELECT count(*)::int FROM quota_slots) AS slots, (SELECT count(*)::int FROM erased_tenants) AS proofs`;
    expect((await client.query(left)).rows).toEqual([{ memories: 0, keys: 0, slots: 0, proofs: 1 }]);
    await client.end();
  }, 240_000);

  it('waits for a process that migrates', async () => {
    const client = new Client({ connectionString: database.url });
    await client.connect();
    await client.query('SELECT pg_advisory_lock($1)', [MIGRATION_LOCK]);
    let opened: Database | undefined;
    const opening = served().then((result) => (opened = result));
    const waiting = `SELECT FROM pg_locks WHERE locktype = 'advisory' AND objid = ${MIGRATION_LOCK} AND NOT granted
                        AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`;
    while ((await client.query(waiting)).rowCount === 0) expect(opened).toBeUndefined();
    await client.query('SELECT pg_advisory_unlock_all()');
    await client.end();
    await (await opening).close();
  });

  it('names the migrations that are missing', async () => {
    const row = `mneme_migrations WHERE name LIKE 'KeyPeppers%'`;
    await database.query(`CREATE TABLE kept AS SELECT * FROM ${row}; DELETE FROM ${row}`);
    await expect(served()).rejects.toThrow(/lacks migrations: KeyPeppers\d+\. Run "mneme migrate"/);
    await database.query('INSERT INTO mneme_migrations SELECT * FROM kept; DROP TABLE kept');
  });

  it('is refused with a login that row security does not hold for', async () => {
    await expect(open({ url: undefined, appUrl: urlOf(roles.migrator) })).rejects.toThrow(/owns tables/);
    await expect(open({ url: undefined, appUrl: database.url })).rejects.toThrow(/is a superuser/);
  });

  /** A key that was made before the pepper is changed. */
  async function keyOfBefore(): Promise<string> {
    const { KEY_PEPPER = '', SERVICE_JWT_KEY = '' } = database.env;
    const secrets = { keyPepper: KEY_PEPPER, serviceJwtKey: SERVICE_JWT_KEY };
    const hasher = new KeyHasher({ secrets, previousSecrets: {} } as AppConfig);
    const { plainKey, keyId } = newApiKey('production');
    const times = { createdAt: new Date(), expiresAt: null, revokedAt: null, lastUsedAt: null, nameReleased: false };
    const named = { name: 'first', environment: 'production' as const, scopes: ['read:memories', 'write:memories'] };
    const key = { id: newUuid(), tenantId: TENANT, keyId, ...named, ...times, ...hasher.hash(plainKey) };
    const opened = await served();
    await new TenantDb(opened.dataSource).run(TENANT, (tx) => new ApiKeysRepository().insert(tx, key));
    await opened.close();
    return plainKey;
  }

  async function token(secret: string): Promise<string> {
    const claims = { sub: TENANT, scope: 'read:memories', iss: 'mneme', aud: 'mneme-service' };
    const jwt = new SignJWT({ ...claims, exp: Math.floor(Date.now() / 1_000) + 300 });
    return jwt.setProtectedHeader({ alg: 'HS256', typ: 'mneme-service+jwt' }).sign(Buffer.from(secret));
  }
});
