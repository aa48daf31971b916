import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import { ConfigError, defaultThreads, readConfig } from './read-config.js';

const SECRET = 's'.repeat(32);
const SECRETS_KEY = Buffer.alloc(32, 7).toString('base64');
const SECRETS = { KEY_PEPPER: SECRET, SERVICE_JWT_KEY: SECRET, SECRETS_KEY };
const pem = (key: KeyObject): string => key.export({ type: 'spki', format: 'pem' }) as string;
const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 });
const problems = (env: Record<string, string>): readonly string[] => {
  try {
    readConfig({ env, terminal: false });
    return [];
  } catch (error) {
    return error instanceof ConfigError ? error.problems : [String(error)];
  }
};

describe('readConfig', () => {
  it('keeps the blank at the end of a prefix, and takes none for no prefix at all', () => {
    const of = (env: Record<string, string>) => readConfig({ env }).embeddingQueryPrefix;
    expect(of({ EMBEDDING_QUERY_PREFIX: 'query: ' })).toBe('query: ');
    expect(of({ EMBEDDING_QUERY_PREFIX: 'none' })).toBe('');
    expect([of({ EMBEDDING_QUERY_PREFIX: '' }), of({})]).toEqual([undefined, undefined]);
  });

  it('starts embedded on this machine alone where nothing is set', () => {
    const config = readConfig({ env: {}, terminal: false });
    expect(config).toMatchObject({
      host: '127.0.0.1',
      port: 3000,
      postgres: undefined,
      secrets: {},
      webhookAllowedCidrs: [],
      webhookAllowHttp: false,
      embeddingModel: 'builtin',
      indexWaitMs: 2_000,
      historyVersions: 30,
      historyDays: 90,
      seedTestTenant: true,
      trustProxy: false,
      corsOrigins: [],
      logLevel: 'info',
      logFormat: 'json',
    });
    expect(Object.isFrozen(config)).toBe(true);
  });

  it('limits nobody on a machine of one’s own, and as the interface says on an external database', () => {
    const external = { DATABASE_URL: 'postgres://u@h/d', ...SECRETS };
    const planOf = (env: Record<string, string>): string => readConfig({ env, terminal: false }).defaultPlan;
    expect([planOf({}), planOf(external)]).toEqual(['local', 'free']);
    expect([planOf({ DEFAULT_PLAN: 'free' }), planOf({ ...external, DEFAULT_PLAN: 'local' })]).toEqual([
      'free',
      'local',
    ]);
  });

  it('gives the model half of the cores, at least one thread and at most four', () => {
    expect([1, 2, 4, 7, 8, 64].map(defaultThreads)).toEqual([1, 1, 2, 3, 4, 4]);
  });

  it('names every problem in one message and repeats no value', () => {
    const env = { PORT: '99999', MODELS_REMOTE: 'yes', LOG_LEVEL: 'loud', DATABASE_URL: 'mysql://u:hidden@h/d' };
    expect(problems(env)).toEqual([
      'DATABASE_URL must be a URL that starts with postgres:// or postgresql://',
      'PORT must be a whole number from 0 to 65535',
      'MODELS_REMOTE must be one of on, off',
      expect.stringContaining('LOG_LEVEL must be one of'),
    ]);
    expect(problems(env).join()).not.toContain('hidden');
  });

  it('wants the secrets of an external database, long enough', () => {
    const url = { DATABASE_URL: 'postgres://u@h/d' };
    expect(problems({ ...url, KEY_PEPPER: 'short' })).toEqual([
      'KEY_PEPPER must have 32 bytes or more',
      'SERVICE_JWT_KEY is required (32 bytes or more)',
      'SECRETS_KEY is required (base64 of 32 bytes)',
    ]);
    expect(problems({ ...url, ...SECRETS })).toEqual([]);
  });

  it('wants the address of the server for an openai: model', () => {
    expect(problems({ EMBEDDING_MODEL: 'openai:m' })).toEqual(['EMBEDDING_URL is required with an openai: model']);
    expect(problems({ EMBEDDING_MODEL: 'openai:m', EMBEDDING_URL: 'http://127.0.0.1:1/v1' })).toEqual([]);
  });

  it('does not seed samples into an external database unless told to', () => {
    const env = { DATABASE_URL: 'postgres://u@h/d', ...SECRETS };
    expect(readConfig({ env }).seedTestTenant).toBe(false);
    expect(readConfig({ env: { ...env, SEED_TEST_TENANT: 'on' } }).seedTestTenant).toBe(true);
  });

  it.each(['short', Buffer.alloc(31).toString('base64'), `${SECRETS_KEY}${SECRETS_KEY}`, '!'.repeat(44)])(
    'refuses %s as a key for secrets, without repeating it',
    (value) => {
      expect(problems({ SECRETS_KEY: value, SECRETS_KEY_PREVIOUS: value })).toEqual([
        'SECRETS_KEY must be the base64 of 32 bytes',
        'SECRETS_KEY_PREVIOUS must be the base64 of 32 bytes',
      ]);
    },
  );

  it('takes the secrets before beside the present ones, of the same form and not the same', () => {
    const [pepper, signing, sealing] = ['p'.repeat(32), 'j'.repeat(32), Buffer.alloc(32, 9).toString('base64')];
    const previous = { KEY_PEPPER_PREVIOUS: pepper, SERVICE_JWT_KEY_PREVIOUS: signing, SECRETS_KEY_PREVIOUS: sealing };
    expect(readConfig({ env: { ...SECRETS, ...previous } }).previousSecrets).toEqual({
      keyPepper: pepper,
      serviceJwtKey: signing,
      secretsKey: sealing,
    });
    expect(readConfig({ env: { ...SECRETS, KEY_PEPPER_PREVIOUS: '' } }).previousSecrets).toEqual({});
    const same = { KEY_PEPPER_PREVIOUS: SECRET, SERVICE_JWT_KEY_PREVIOUS: SECRET, SECRETS_KEY_PREVIOUS: SECRETS_KEY };
    expect(problems({ ...SECRETS, ...same })).toEqual([
      'KEY_PEPPER_PREVIOUS must not be the same as KEY_PEPPER',
      'SERVICE_JWT_KEY_PREVIOUS must not be the same as SERVICE_JWT_KEY',
      'SECRETS_KEY_PREVIOUS must not be the same as SECRETS_KEY',
    ]);
    expect(problems({ KEY_PEPPER_PREVIOUS: 'short', SERVICE_JWT_KEY_PREVIOUS: 'short' })).toEqual([
      'KEY_PEPPER_PREVIOUS must have 32 bytes or more',
      'SERVICE_JWT_KEY_PREVIOUS must have 32 bytes or more',
    ]);
  });

  it('serves with the login of the application alone, in production too', () => {
    const env = { NODE_ENV: 'production', DATABASE_APP_URL: 'postgres://app@h/d', ...SECRETS };
    expect(readConfig({ env }).postgres).toEqual({ url: undefined, appUrl: env.DATABASE_APP_URL });
    expect(problems({ DATABASE_APP_URL: env.DATABASE_APP_URL })).toEqual([
      'KEY_PEPPER is required (32 bytes or more)',
      'SERVICE_JWT_KEY is required (32 bytes or more)',
      'SECRETS_KEY is required (base64 of 32 bytes)',
    ]);
    expect(problems({ NODE_ENV: 'production', ...SECRETS })).toEqual([
      'DATABASE_URL or DATABASE_APP_URL is required in production (the embedded database is for one machine)',
    ]);
    expect(problems({ ...env, DATABASE_URL: 'mysql://h' })).toEqual([
      'DATABASE_URL must be a URL that starts with postgres:// or postgresql://',
    ]);
  });

  it('wants networks that webhooks may reach to be networks', () => {
    const env = { WEBHOOK_ALLOWED_CIDRS: '127.0.0.0/8, fd00::/8', WEBHOOK_ALLOW_HTTP: 'on' };
    expect(readConfig({ env })).toMatchObject({
      webhookAllowedCidrs: ['127.0.0.0/8', 'fd00::/8'],
      webhookAllowHttp: true,
    });
    for (const wrong of ['10.0.0.0', '10.0.0.0/33', 'everything', '10.0.0.0/8,::1']) {
      expect(problems({ WEBHOOK_ALLOWED_CIDRS: wrong })).toEqual([expect.stringContaining('must be networks')]);
    }
  });

  it('keeps vectors in the database where no Qdrant is named', () => {
    expect(readConfig({ env: {}, terminal: false }).qdrant).toBeUndefined();
    const env = { QDRANT_URL: 'https://h:6333', QDRANT_API_KEY: 'hidden' };
    expect(readConfig({ env }).qdrant).toEqual({ url: env.QDRANT_URL, apiKey: 'hidden', collection: 'mneme' });
    const wrong = problems({ QDRANT_URL: 'h:6333', QDRANT_API_KEY: 'hidden', QDRANT_COLLECTION: 'a/b' });
    expect(wrong).toEqual([
      'QDRANT_URL must be a URL that starts with http:// or https://',
      'QDRANT_COLLECTION has 1 to 64 characters of A-Z a-z 0-9 _ . -',
    ]);
  });

  it('shares nothing with other processes where no Redis is named', () => {
    expect(readConfig({ env: {}, terminal: false }).redis).toBeUndefined();
    const env = { REDIS_URL: 'rediss://:hidden@h:6380/2', REDIS_PREFIX: 'staging' };
    expect(readConfig({ env }).redis).toEqual({ url: env.REDIS_URL, prefix: 'staging' });
    const wrong = problems({ REDIS_URL: 'http://:hidden@h', REDIS_PREFIX: 'a:b' });
    expect(wrong).toEqual([
      'REDIS_URL must be a URL that starts with redis:// or rediss://',
      'REDIS_PREFIX has 1 to 64 characters of A-Z a-z 0-9 _ . -',
    ]);
  });

  it('wants to know the issuer of JWTs, and one source of keys', () => {
    expect(problems({ JWT_JWKS_URL: 'https://i/jwks' })).toEqual([
      'JWT_ISSUER is required with JWT_JWKS_URL or JWT_PUBLIC_KEY',
    ]);
    expect(problems({ JWT_JWKS_URL: 'https://i/jwks', JWT_PUBLIC_KEY: 'pem', JWT_ISSUER: 'i' })).toEqual([
      'JWT_PUBLIC_KEY cannot be set together with JWT_JWKS_URL',
    ]);
    expect(problems({ JWT_JWKS_URL: 'i/jwks' })).toEqual([
      'JWT_JWKS_URL must be a URL that starts with https:// or http://',
      'JWT_ISSUER is required with JWT_JWKS_URL or JWT_PUBLIC_KEY',
    ]);
  });

  it.each([
    ['RSA', pem(rsa.publicKey)],
    ['P-256', pem(generateKeyPairSync('ec', { namedCurve: 'P-256' }).publicKey)],
    ['one line', pem(rsa.publicKey).replaceAll('\n', '\\n')],
  ])('takes a public key of JWTs: %s', (_, key) => {
    expect(problems({ JWT_PUBLIC_KEY: key, JWT_ISSUER: 'i' })).toEqual([]);
  });

  it.each([
    ['text that is no key', 'secret', 'must be a public key in PEM form (SPKI)'],
    [
      'a broken key',
      '-----BEGIN PUBLIC KEY-----\nAAAA\n-----END PUBLIC KEY-----',
      'cannot be read as a public key in PEM form (SPKI)',
    ],
    [
      'a private key',
      rsa.privateKey.export({ type: 'pkcs8', format: 'pem' }) as string,
      'must be a public key in PEM form (SPKI)',
    ],
    [
      'a short RSA key',
      pem(generateKeyPairSync('rsa', { modulusLength: 1024 }).publicKey),
      'must be an RSA key of 2048 bits or more, or a P-256 key',
    ],
    [
      'a P-384 key',
      pem(generateKeyPairSync('ec', { namedCurve: 'P-384' }).publicKey),
      'must be an RSA key of 2048 bits or more, or a P-256 key',
    ],
    [
      'an Ed25519 key',
      pem(generateKeyPairSync('ed25519').publicKey),
      'must be an RSA key of 2048 bits or more, or a P-256 key',
    ],
  ])('refuses as a public key of JWTs %s, beside whatever else is wrong', (_, key, rule) => {
    expect(problems({ PORT: 'x', JWT_PUBLIC_KEY: key })).toEqual([
      'PORT must be a whole number from 0 to 65535',
      `JWT_PUBLIC_KEY ${rule}`,
      'JWT_ISSUER is required with JWT_JWKS_URL or JWT_PUBLIC_KEY',
    ]);
  });

  it('traces nothing where no collector is named', () => {
    const env = { OTEL_SERVICE_NAME: 'mneme-api', OTEL_TRACES_SAMPLER: 'always_on' };
    expect(readConfig({ env, terminal: false }).tracing).toBeUndefined();
  });

  it.each([
    [{}, { sampled: 1, followsParent: true }],
    [{ OTEL_TRACES_SAMPLER: 'always_off' }, { sampled: 0, followsParent: false }],
    [
      { OTEL_TRACES_SAMPLER: 'traceidratio', OTEL_TRACES_SAMPLER_ARG: '0.25' },
      { sampled: 0.25, followsParent: false },
    ],
    [
      { OTEL_TRACES_SAMPLER: 'always_on', OTEL_TRACES_SAMPLER_ARG: '0.25' },
      { sampled: 1, followsParent: false },
    ],
  ])('understands the standard variables of OpenTelemetry: %j', (more, expected) => {
    const env = {
      OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:4318/',
      OTEL_EXPORTER_OTLP_HEADERS: 'x-key=a%20b, other=1=2',
      OTEL_RESOURCE_ATTRIBUTES: 'service.name=mneme-api,deployment.environment.name=test',
    };
    expect(readConfig({ env: { ...env, ...more } }).tracing).toEqual({
      url: 'http://collector:4318/v1/traces',
      headers: { 'x-key': 'a b', other: '1=2' },
      attributes: { 'service.name': 'mneme-api', 'deployment.environment.name': 'test' },
      serviceName: 'mneme-api',
      ...expected,
    });
  });

  it('refuses tracing variables that cannot be used, without repeating them', () => {
    const env = {
      OTEL_EXPORTER_OTLP_ENDPOINT: 'collector:4318',
      OTEL_EXPORTER_OTLP_HEADERS: 'hidden',
      OTEL_TRACES_SAMPLER: 'xray',
      OTEL_TRACES_SAMPLER_ARG: '2',
    };
    expect(problems(env)).toEqual([
      'OTEL_EXPORTER_OTLP_ENDPOINT must be a URL that starts with http:// or https://',
      'OTEL_EXPORTER_OTLP_HEADERS must be pairs such as key=value,key=value',
      expect.stringContaining('OTEL_TRACES_SAMPLER must be one of'),
      'OTEL_TRACES_SAMPLER_ARG must be a number from 0 to 1',
    ]);
  });
});
