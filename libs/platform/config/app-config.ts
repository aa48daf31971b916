export const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

export const LOG_FORMATS = ['pretty', 'json'] as const;
export type LogFormat = (typeof LOG_FORMATS)[number];

export const PLAN_NAMES = ['free', 'pro', 'enterprise', 'local'] as const;
export type PlanName = (typeof PLAN_NAMES)[number];

/** Who signs the users' JWTs. Exactly one of jwksUrl and publicKey is set. */
export interface JwtConfig {
  readonly jwksUrl: string | undefined;
  /** SPKI PEM of an RSA or P-256 key. */
  readonly publicKey: string | undefined;
  readonly issuer: string;
  readonly audience: string | undefined;
}

/** Keys of this installation. Generated into the data directory when embedded. */
export interface Secrets {
  /** HMAC-SHA256 key of stored API keys. */
  readonly keyPepper: string;
  /** Signs service JWTs (HS256), 32 bytes or more. */
  readonly serviceJwtKey: string;
  /** Base64 of 32 bytes: AES-256-GCM key of what must be readable again, such as webhook secrets. */
  readonly secretsKey: string;
}

/** An external PostgreSQL: with the login of the role that migrates, of the application's role, or of both. */
export type PostgresConfig =
  /** The migrator's login takes the application's role. */
  | { readonly url: string; readonly appUrl: undefined }
  /** Without url: this process serves a database that another one has migrated. */
  | { readonly url: string | undefined; readonly appUrl: string };

/** A Redis that several processes of one installation share. */
export interface RedisConfig {
  /** May hold a password: never logged. */
  readonly url: string;
  /** What every key and channel starts with, without a colon at the end. */
  readonly prefix: string;
}

/** A Qdrant that holds the vectors. */
export interface QdrantConfig {
  readonly url: string;
  /** Never logged. */
  readonly apiKey: string | undefined;
  /** What the names of all collections start with. */
  readonly collection: string;
}

/** Where traces are sent, and which. */
export interface TracingConfig {
  /** Of the collector, where it takes traces: may hold credentials, never logged. */
  readonly url: string;
  /** Sent with every request to it; never logged. */
  readonly headers: Readonly<Record<string, string>>;
  readonly serviceName: string;
  /** Of every span: where it comes from. */
  readonly attributes: Readonly<Record<string, string>>;
  /** Share of the traces that begin here, 0 to 1. */
  readonly sampled: number;
  /** Whether a trace that began elsewhere is kept where its beginning was, and only there. */
  readonly followsParent: boolean;
}

/** A language model that judges decision chains, for the tenants that it is switched on for. */
export interface JudgeConfig {
  /** As the endpoint names it, without `openai:`. */
  readonly model: string;
  /** Base address of a server that speaks the OpenAI chat call; without credentials. */
  readonly url: string;
  /** Never logged. */
  readonly apiKey: string | undefined;
  /** For all calls of one request together. */
  readonly timeoutMs: number;
  /** What a tenant may use on a UTC day. */
  readonly callsPerDay: number;
  readonly tokensPerDay: number;
}

/** Everything that can be configured, validated and frozen. Nothing else reads the environment. */
export class AppConfig {
  readonly production: boolean;
  readonly host: string;
  /** 0 lets the system choose a free one. */
  readonly port: number;
  /** Where a worker answers for its health; 0 lets the system choose a free one. */
  readonly workerPort: number;
  /** How long requests are still taken after SIGTERM, while readiness says no. */
  readonly drainDelayMs: number;
  /** Processes that serve the API at one port. */
  readonly apiProcesses: number;
  readonly baseUrl: string | undefined;
  /** Absolute. */
  readonly dataDir: string;
  /** Undefined: the embedded database. */
  readonly postgres: PostgresConfig | undefined;
  readonly databasePool: number;
  /** Undefined: limits, queues and caches know this process only. */
  readonly redis: RedisConfig | undefined;
  /** Undefined: pgvector. */
  readonly qdrant: QdrantConfig | undefined;
  readonly embeddingModel: string;
  /** Absolute. */
  readonly modelsDir: string;
  readonly modelsRemote: boolean;
  /** Base address that models are downloaded from, in the paths of the Hugging Face hub. */
  readonly modelsHubUrl: string;
  /** Base address of a server that speaks the OpenAI embeddings call, for `openai:` models. */
  readonly embeddingUrl: string | undefined;
  readonly embeddingApiKey: string | undefined;
  /** Put before a query for the model, blanks included; undefined: what its family wants. */
  readonly embeddingQueryPrefix: string | undefined;
  readonly embeddingPassagePrefix: string | undefined;
  readonly embeddingThreads: number;
  readonly indexWaitMs: number;
  /** Of the tenants whose index is held in memory, together; 0: none. */
  readonly indexCacheBytes: number;
  /** Undefined: no language model is called. */
  readonly judge: JudgeConfig | undefined;
  /** Earlier versions that are kept of each memory; 0: none. */
  readonly historyVersions: number;
  /** How long they are kept. */
  readonly historyDays: number;
  readonly jwt: JwtConfig | undefined;
  /** What the environment gave; an installation completes it. */
  readonly secrets: Partial<Secrets>;
  /** The secrets before the present ones: they still check or read what was made with them, and make nothing new. */
  readonly previousSecrets: Partial<Secrets>;
  readonly defaultPlan: PlanName;
  /** Requests without a valid credential that an address may send. */
  readonly authFailuresPerMinute: number;
  /** Whether the test tenant is given its sample memories at the first start. */
  readonly seedTestTenant: boolean;
  /** Of a command that acts on behalf of a key. Never logged. */
  readonly apiKey: string | undefined;
  /** Whether this process does the work that goes on without a request. */
  readonly workers: boolean;
  /** Whether this process does before it listens what its first requests would otherwise wait for. */
  readonly warmUp: boolean;
  /** Private networks that webhooks may reach. */
  readonly webhookAllowedCidrs: readonly string[];
  /** Whether webhooks may use plain http. */
  readonly webhookAllowHttp: boolean;
  readonly trustProxy: boolean | number | readonly string[];
  readonly corsOrigins: readonly string[];
  /** Whether the API serves the console at /console. */
  readonly console: boolean;
  readonly logLevel: LogLevel;
  readonly logFormat: LogFormat;
  /** Undefined: nothing is traced. */
  readonly tracing: TracingConfig | undefined;

  constructor(values: AppConfig) {
    Object.assign(this, values);
    Object.freeze(this);
  }

  /** The same configuration, with the secrets of the data directory where the environment gave none. */
  static withSecrets(config: AppConfig, secrets: Secrets): AppConfig {
    return new AppConfig({ ...config, secrets: { ...secrets, ...config.secrets } });
  }
}
