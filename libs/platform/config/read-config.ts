import { availableParallelism } from 'node:os';
import { resolve } from 'node:path';
import {
  AppConfig,
  type JwtConfig,
  type PostgresConfig,
  type QdrantConfig,
  type RedisConfig,
  LOG_FORMATS,
  LOG_LEVELS,
  PLAN_NAMES,
  type LogLevel,
} from './app-config.js';
import { EnvReader } from './env-reader.js';
import { publicKeyFault } from './jwt-public-key.js';
import { isAddress, isNetwork, isOrigin } from './network-names.js';
import { readJudge } from './read-judge.js';
import { readSecrets } from './read-secrets.js';
import { readTracing } from './read-tracing.js';

/** Separates installations that share a Redis or a Qdrant. */
const SHARED_NAME = /^[\w.-]{1,64}$/;
const SHARED_NAME_RULE = 'has 1 to 64 characters of A-Z a-z 0-9 _ . -';

const TRUST_PROXY_RULE =
  'must be on, off, a number of proxies, or addresses and networks such as 10.1.0.0/16 or fd00:1::/64';
const ORIGINS_RULE =
  'must name each origin as browsers send it, such as https://app.example: no *, no path, no slash at the end';

interface ReadOptions {
  /** The process's own variables where left out. */
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** Whether standard error, which logs go to, is a terminal: they are pretty there. */
  readonly terminal?: boolean;
  /** Where LOG_LEVEL is not set. */
  readonly logLevel?: LogLevel;
}

/** The configuration cannot be used; the message names every problem. */
export class ConfigError extends Error {
  constructor(readonly problems: readonly string[]) {
    super(`The configuration cannot be used:\n${problems.map((problem) => `  - ${problem}`).join('\n')}`);
    this.name = 'ConfigError';
  }
}

/**
 * Reads and validates the environment once.
 * @throws ConfigError naming every variable that is missing or wrong
 */
export function readConfig({
  env = process.env,
  terminal = process.stderr.isTTY,
  logLevel = 'info',
}: ReadOptions = {}): AppConfig {
  const reader = new EnvReader(env);
  const production = env['NODE_ENV'] === 'production';
  const postgres = readPostgres(reader, production);
  const config = new AppConfig({
    production,
    ...readServer(reader),
    apiProcesses: readProcesses(reader, postgres !== undefined),
    ...readModel(reader, postgres === undefined),
    judge: readJudge(reader),
    dataDir: resolve(reader.text('MNEME_DATA_DIR', './.mneme')),
    postgres,
    databasePool: reader.integer('DATABASE_POOL', 20, 1, 1_000),
    redis: readRedis(reader),
    qdrant: readQdrant(reader),
    jwt: readJwt(reader),
    ...readSecrets(reader, postgres !== undefined || production),
    ...readWebhooks(reader),
    defaultPlan: reader.oneOf('DEFAULT_PLAN', PLAN_NAMES, postgres === undefined ? 'local' : 'free'),
    authFailuresPerMinute: reader.integer('AUTH_FAILURES_PER_MINUTE', 60, 1, 600_000),
    seedTestTenant: reader.flag('SEED_TEST_TENANT', postgres === undefined),
    apiKey: reader.text('MNEME_API_KEY'),
    workers: reader.flag('WORKERS', true),
    warmUp: reader.flag('WARM_UP', true),
    ...readTelling(reader, terminal, logLevel),
  });
  if (reader.problems.length > 0) throw new ConfigError(reader.problems);
  return config;
}

/** What the process tells its operator. */
function readTelling(
  reader: EnvReader,
  terminal: boolean,
  logLevel: LogLevel,
): Pick<AppConfig, 'logLevel' | 'logFormat' | 'tracing'> {
  return {
    logLevel: reader.oneOf('LOG_LEVEL', LOG_LEVELS, logLevel),
    logFormat: reader.oneOf('LOG_FORMAT', LOG_FORMATS, terminal ? 'pretty' : 'json'),
    tracing: readTracing(reader),
  };
}

type ServerConfig = Pick<
  AppConfig,
  'host' | 'port' | 'workerPort' | 'drainDelayMs' | 'baseUrl' | 'trustProxy' | 'corsOrigins' | 'console'
>;

function readServer(reader: EnvReader): ServerConfig {
  return {
    host: reader.text('HOST', '127.0.0.1'),
    port: reader.integer('PORT', 3000, 0, 65_535),
    workerPort: reader.integer('WORKER_PORT', 3001, 0, 65_535),
    drainDelayMs: reader.integer('DRAIN_DELAY_MS', 0, 0, 60_000),
    baseUrl: reader.url('BASE_URL', ['http:', 'https:'])?.replace(/\/+$/, ''),
    trustProxy: readTrustProxy(reader),
    corsOrigins: readOrigins(reader),
    console: reader.flag('CONSOLE', true),
  };
}

/** Several processes share what they know of limits and queues in Redis, and their records in a database of its own. */
function readProcesses(reader: EnvReader, isShared: boolean): number {
  const processes = reader.integer('API_PROCESSES', 1, 1, 64);
  const missing = isShared ? 'REDIS_URL' : 'DATABASE_URL';
  if (processes > 1 && (!isShared || reader.text('REDIS_URL') === undefined)) {
    return reader.refuse('API_PROCESSES', `above 1 needs ${missing}`, 1);
  }
  return processes;
}

type ModelConfig = Pick<
  AppConfig,
  | 'embeddingApiKey'
  | 'embeddingModel'
  | 'embeddingPassagePrefix'
  | 'embeddingQueryPrefix'
  | 'embeddingThreads'
  | 'embeddingUrl'
  | 'historyDays'
  | 'historyVersions'
  | 'indexCacheBytes'
  | 'indexWaitMs'
  | 'modelsDir'
  | 'modelsHubUrl'
  | 'modelsRemote'
>;

/** Half of the cores, because the event loop and the database want theirs, and four at most: each holds the model. */
export function defaultThreads(cores: number): number {
  return Math.min(4, Math.max(1, Math.floor(cores / 2)));
}

function readModel(reader: EnvReader, embedded: boolean): ModelConfig {
  const embeddingModel = reader.text('EMBEDDING_MODEL', 'builtin');
  const embeddingUrl = reader.url('EMBEDDING_URL', ['https:', 'http:']);
  if (embeddingModel.startsWith('openai:') && reader.text('EMBEDDING_URL') === undefined) {
    reader.refuse('EMBEDDING_URL', 'is required with an openai: model', undefined);
  }
  return {
    embeddingModel,
    embeddingUrl,
    embeddingApiKey: reader.text('EMBEDDING_API_KEY'),
    embeddingQueryPrefix: reader.prefix('EMBEDDING_QUERY_PREFIX'),
    embeddingPassagePrefix: reader.prefix('EMBEDDING_PASSAGE_PREFIX'),
    modelsDir: resolve(reader.text('MODELS_DIR', './models')),
    modelsRemote: reader.flag('MODELS_REMOTE', true),
    modelsHubUrl: reader.url('MODELS_HUB_URL', ['https:', 'http:']) ?? 'https://huggingface.co/',
    embeddingThreads: reader.integer('EMBEDDING_THREADS', defaultThreads(availableParallelism()), 1, 64),
    indexWaitMs: reader.integer('INDEX_WAIT_MS', 2_000, 0, 60_000),
    indexCacheBytes: 1e6 * reader.integer('INDEX_CACHE_MB', embedded ? 256 : 64, 0, 4_096),
    historyVersions: reader.integer('HISTORY_VERSIONS', 30, 0, 1_000),
    historyDays: reader.integer('HISTORY_DAYS', 90, 1, 3_650),
  };
}

/** One address is enough: the migrator's migrates and serves, the application's alone serves what another has migrated. */
function readPostgres(reader: EnvReader, production: boolean): PostgresConfig | undefined {
  const protocols = ['postgres:', 'postgresql:'];
  const url = reader.url('DATABASE_URL', protocols);
  const appUrl = reader.url('DATABASE_APP_URL', protocols);
  if (appUrl !== undefined) return { url, appUrl };
  if (url !== undefined) return { url, appUrl };
  if (production && reader.text('DATABASE_URL') === undefined && reader.text('DATABASE_APP_URL') === undefined) {
    reader.refuse(
      'DATABASE_URL',
      'or DATABASE_APP_URL is required in production (the embedded database is for one machine)',
      undefined,
    );
  }
  return undefined;
}

function readRedis(reader: EnvReader): RedisConfig | undefined {
  const url = reader.url('REDIS_URL', ['redis:', 'rediss:']);
  const prefix = reader.text('REDIS_PREFIX', 'mneme');
  if (!SHARED_NAME.test(prefix)) reader.refuse('REDIS_PREFIX', SHARED_NAME_RULE, '');
  return url === undefined ? undefined : { url, prefix };
}

function readQdrant(reader: EnvReader): QdrantConfig | undefined {
  const url = reader.url('QDRANT_URL', ['http:', 'https:']);
  const apiKey = reader.text('QDRANT_API_KEY');
  const collection = reader.text('QDRANT_COLLECTION', 'mneme');
  if (!SHARED_NAME.test(collection)) reader.refuse('QDRANT_COLLECTION', SHARED_NAME_RULE, '');
  return url === undefined ? undefined : { url, apiKey, collection };
}

function readJwt(reader: EnvReader): JwtConfig | undefined {
  const jwksUrl = reader.url('JWT_JWKS_URL', ['https:', 'http:']);
  const publicKey = reader.text('JWT_PUBLIC_KEY')?.replaceAll('\\n', '\n');
  if (reader.text('JWT_JWKS_URL') === undefined && publicKey === undefined) return undefined;
  if (publicKey !== undefined) {
    const fault = jwksUrl === undefined ? publicKeyFault(publicKey) : 'cannot be set together with JWT_JWKS_URL';
    if (fault !== undefined) reader.refuse('JWT_PUBLIC_KEY', fault, undefined);
  }
  const issuer =
    reader.text('JWT_ISSUER') ?? reader.refuse('JWT_ISSUER', 'is required with JWT_JWKS_URL or JWT_PUBLIC_KEY', '');
  return { jwksUrl, publicKey, issuer, audience: reader.text('JWT_AUDIENCE') };
}

function readWebhooks(reader: EnvReader): Pick<AppConfig, 'webhookAllowedCidrs' | 'webhookAllowHttp'> {
  const networks = reader.list('WEBHOOK_ALLOWED_CIDRS');
  if (!networks.every(isNetwork)) {
    reader.refuse('WEBHOOK_ALLOWED_CIDRS', 'must be networks such as 10.1.0.0/16 or fd00:1::/64', undefined);
  }
  return { webhookAllowedCidrs: networks, webhookAllowHttp: reader.flag('WEBHOOK_ALLOW_HTTP', false) };
}

/** `off`, `on`, a number of hops, or a list of addresses and networks. */
function readTrustProxy(reader: EnvReader): boolean | number | readonly string[] {
  const value = reader.text('TRUST_PROXY', 'off');
  if (value === 'off' || value === 'on') return value === 'on';
  if (/^\d+$/.test(value)) return Number(value);
  const proxies = reader.list('TRUST_PROXY');
  // A prefix of 0 would be `on`, and what is under the service refuses it.
  const good = proxies.every((proxy) => isAddress(proxy) || (isNetwork(proxy) && !/\/0+$/.test(proxy)));
  return good && proxies.length > 0 ? proxies : reader.refuse('TRUST_PROXY', TRUST_PROXY_RULE, false);
}

function readOrigins(reader: EnvReader): string[] {
  const origins = reader.list('CORS_ORIGINS');
  return origins.every(isOrigin) ? origins : reader.refuse('CORS_ORIGINS', ORIGINS_RULE, []);
}
