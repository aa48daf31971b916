import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readConfig } from '@mneme/platform';
import { parseEnv } from 'node:util';
import { parse } from 'yaml';

interface Service {
  readonly image: string;
  readonly entrypoint?: readonly string[];
  readonly command?: readonly string[];
  readonly environment?: Readonly<Record<string, string | null>>;
  readonly healthcheck?: { readonly disable?: boolean; readonly test?: readonly string[] };
  readonly depends_on?: Readonly<Record<string, { readonly condition: string }>>;
  readonly volumes?: readonly string[];
  readonly ports?: readonly string[];
}

const source = readFileSync('docker-compose.yml', 'utf8');
const { services } = parse(source, { merge: true }) as { services: Record<string, Service> };
const settings = ['read-config.ts', 'read-tracing.ts'].map((file) =>
  readFileSync(`libs/platform/config/${file}`, 'utf8'),
);
const knownVariables = new Set(settings.join().match(/\b[A-Z][A-Z0-9_]{3,}\b/g));
const ours = Object.entries(services).filter(([, { image }]) => image.includes('MNEME_IMAGE'));
/** They end by themselves, and others wait for their success. */
const ONE_SHOT = ['cli', 'migrate', 'secrets'];

describe('docker-compose.yml', () => {
  it('has what an installation consists of', () => {
    expect(Object.keys(services).sort()).toEqual(
      ['api', 'cli', 'migrate', 'postgres', 'qdrant', 'redis', 'secrets', 'worker'].sort(),
    );
    expect(ours.map(([name]) => name).sort()).toEqual(['api', 'cli', 'migrate', 'worker']);
  });

  it('asks every service that stays how it is, and waits for those that end', () => {
    for (const [name, { healthcheck }] of Object.entries(services)) {
      expect([name, healthcheck?.disable === true]).toEqual([name, ONE_SHOT.includes(name)]);
      if (!ONE_SHOT.includes(name)) expect(healthcheck?.test?.length).toBeGreaterThan(1);
    }
    for (const { depends_on: others = {} } of Object.values(services)) {
      for (const [other, { condition }] of Object.entries(others)) {
        const expected = ONE_SHOT.includes(other) ? 'service_completed_successfully' : 'service_healthy';
        expect([other, condition]).toEqual([other, expected]);
      }
    }
  });

  it('starts what there is, with variables that the service reads', () => {
    for (const [, { environment = {}, command = [], entrypoint = [], healthcheck }] of ours) {
      expect(Object.keys(environment).filter((name) => !knownVariables.has(name))).toEqual([]);
      for (const word of [...command, ...entrypoint, ...(healthcheck?.test ?? [])].filter((each) =>
        /\.m?js$/.test(each),
      )) {
        const file = word.replace(/^\/app\//, '').replace(/^dist\/(.*)\.js$/, '$1.ts');
        expect([file, existsSync(file)]).toEqual([file, true]);
      }
    }
  });

  it('lets nothing be set that the operations page does not name', () => {
    const page = readFileSync('docs/operations.md', 'utf8');
    const settable = new Set([...source.matchAll(/\$\{([A-Z][A-Z0-9_]*)/g)].map(([, name = '']) => name));
    expect(settable).toContain('MNEME_IMAGE');
    expect([...settable].filter((name) => !page.includes(`\`${name}`))).toEqual([]);
  });

  it('is reachable from this machine only', () => {
    for (const port of Object.values(services).flatMap(({ ports = [] }) => ports))
      expect(port).toMatch(/^127\.0\.0\.1:/);
  });

  it('holds no secret: those that it runs on are made once and never again', () => {
    expect(source).not.toMatch(/(PASSWORD|PEPPER|_KEY|SECRET)[A-Z_]*: *['"]?[^\s/'"]/);
    const folder = mkdtempSync(join(tmpdir(), 'mneme-secrets-'));
    const make = (): Record<string, string | undefined> => {
      execFileSync('bash', ['deploy/compose/make-secrets.sh', folder, String(process.getuid?.())], { stdio: 'pipe' });
      return parseEnv(readFileSync(join(folder, 'service.env'), 'utf8'));
    };
    const env = make();
    expect(make()).toEqual(env);
    expect(statSync(join(folder, 'service.env')).mode & 0o777).toBe(0o600);
    const config = readConfig({ env: { ...env, NODE_ENV: 'production' } });
    expect(new URL(config.postgres?.url ?? '').password).toBe(readFileSync(join(folder, 'postgres-password'), 'utf8'));
    rmSync(folder, { recursive: true });
  });
});
