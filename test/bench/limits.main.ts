import 'reflect-metadata';
import { mkdtemp, rm } from 'node:fs/promises';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { exportPKCS8, exportSPKI, generateKeyPair } from 'jose';
import { newKey, newTenant } from '../support/service/api.js';
import { ISSUER } from '../support/service/shared-server.js';
import { testVectors } from '../support/vectors/test-qdrant.js';
import { createTestDatabase } from '../support/database/test-database.js';
import { httpLoad, type LoadRequest } from './load/http-load.js';
import { figuresOf } from './data/sample.js';
import { BUILT } from './revision/built.js';
import { ServiceProcess } from './load/service-process.js';

/** The same service three times on one database: without limits, with limits in the process, and in Redis. */
const VARIANTS: readonly (readonly [string, Readonly<Record<string, string>>])[] = [
  ['none', { TEST_RATE_LIMITS: 'off', REDIS_URL: '' }],
  ['in process', { REDIS_URL: '' }],
  ['Redis', {}],
];
const MEMORIES = 200;
const REQUESTS = 600;
const CLIENTS = 16;
const ROUNDS = Number(process.argv[2] ?? 15);

/** `node dist-test/test/bench/limits.main.js [rounds]`, with TEST_DATABASE_URL and TEST_REDIS_URL: what limiting costs. */
async function main(): Promise<void> {
  if (process.env['TEST_REDIS_URL'] === undefined) throw new Error('TEST_REDIS_URL is not set');
  const database = await createTestDatabase();
  const dir = await mkdtemp(join(tmpdir(), 'mneme-bench-'));
  const { publicKey, privateKey } = await generateKeyPair('ES256', { extractable: true });
  const vectors = await testVectors(database);
  const env = { ...database.env, ...vectors.env, JWT_PUBLIC_KEY: await exportSPKI(publicKey), JWT_ISSUER: ISSUER };
  const services: ServiceProcess[] = [];
  for (const [, more] of VARIANTS)
    services.push(await ServiceProcess.startOnPostgres(dir, { built: BUILT, env: { ...env, ...more }, flags: [] }));
  const [first] = services;
  if (first === undefined) return;
  const tenant = await newTenant({ url: first.url, routes: '', privateKey: await exportPKCS8(privateKey), env });
  const key = (await newKey(tenant, ['read:memories', 'write:memories'])).token ?? '';
  await database.query(
    `UPDATE tenants SET requests_per_minute = 600000, burst = 10000000, calls_per_month = 1000000000`,
  );
  const requests = gets(await store(first.url, key, tenant.tenantId), tenant.tenantId);
  const rounds = await measure(services, key, requests);
  for (const [i, [name]] of VARIANTS.entries()) {
    const rates = rounds.map((round) => round[i] ?? 0);
    const ratios = rounds.map((round) => (round[i] ?? 0) / (round[0] ?? 1));
    console.log(`${name.padEnd(12)} ${median(rates).toFixed(0)} requests/s, ${spread(ratios)} of none`);
  }
  console.log(
    `load ${loadavg()
      .map((value) => value.toFixed(1))
      .join(' ')}`,
  );
  for (const service of services) await service.stop();
  await vectors.drop();
  await database.drop();
  await rm(dir, { recursive: true, force: true });
}

async function store(url: string, key: string, tenantId: string): Promise<string[]> {
  const ids: string[] = [];
  for (let i = 0; i < MEMORIES; i++) {
    const body = JSON.stringify({ content: `Memory ${i}`, type: 'task', tenantId });
    const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
    const response = await fetch(`${url}/api/v1/memories`, { method: 'POST', headers, body });
    ids.push(((await response.json()) as { data: { id: string } }).data.id);
  }
  return ids;
}

function gets(ids: readonly string[], tenantId: string): LoadRequest[] {
  return Array.from({ length: REQUESTS }, (_, i) => ({
    method: 'GET',
    path: `/api/v1/memories/${ids[i % ids.length] ?? ''}?tenantId=${tenantId}`,
  }));
}

/** Requests a second, a row a round. The order turns, so that noise meets all; the first round only warms up. */
async function measure(
  services: readonly ServiceProcess[],
  key: string,
  requests: readonly LoadRequest[],
): Promise<number[][]> {
  const rounds: number[][] = [];
  for (let round = 0; round <= ROUNDS; round++) {
    const rates: number[] = [];
    for (let turn = 0; turn < services.length; turn++) {
      const i = (turn + round) % services.length;
      const service = services[i];
      if (service !== undefined) rates[i] = figuresOf(await httpLoad(service.url, key, requests, CLIENTS)).throughput;
    }
    if (round > 0) rounds.push(rates);
  }
  return rounds;
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}

function spread(ratios: readonly number[]): string {
  const percent = (value: number | undefined): string => ((value ?? 0) * 100).toFixed(1);
  const sorted = ratios.toSorted((a, b) => a - b);
  const quarter = Math.floor(sorted.length / 4);
  return `${percent(median(ratios))} % (${percent(sorted[quarter])} to ${percent(sorted.at(-1 - quarter))})`;
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? (error.stack ?? error.message) : String(error));
  process.exit(1);
});
