import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readConfig } from '@mneme/platform/config';
import { parseEnv } from 'node:util';
import { parse } from 'yaml';
import { installationVariables } from '../support/service/configuration-variables.js';

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
const ours = Object.entries(services).filter(([, { image }]) => image.includes('MNEME_IMAGE'));
/** The file or the image decides them: ports inside, the entry point, no embedded database. */
const DECIDED = ['HOST', 'MNEME_DATA_DIR', 'NODE_ENV', 'PORT', 'WORKERS', 'WORKER_PORT'];
/** What the image sets: an empty value would replace it by the service's own default. */
const IMAGE_SETS = ['MODELS_DIR', 'MODELS_REMOTE'];
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

  it('passes on every variable of the service that it does not decide', () => {
    for (const [name, { environment = {} }] of ours) {
      const passed = new Set([...Object.keys(environment), ...DECIDED]);
      expect([name, [...passed].sort()]).toEqual([name, installationVariables()]);
      for (const variable of IMAGE_SETS) {
        expect(environment[variable]).toMatch(new RegExp(`^\\$\\{${variable}:-.+\\}$`));
      }
    }
  });

  it('starts what there is', () => {
    for (const [, { command = [], entrypoint = [], healthcheck }] of ours) {
      for (const word of [...command, ...entrypoint, ...(healthcheck?.test ?? [])].filter((each) =>
        /\.m?js$/.test(each),
      )) {
        const file = word.replace(/^\/app\//, '').replace(/^dist\/(.*)\.js$/, '$1.ts');
        expect([file, existsSync(file)]).toEqual([file, true]);
      }
    }
  });

  it('lets nothing be set that the operations page does not name', () => {
    const page = readFileSync('docs/reference/configuration.md', 'utf8');
    const settable = new Set([...source.matchAll(/\$\{([A-Z][A-Z0-9_]*)/g)].map(([, name = '']) => name));
    expect(settable).toContain('MNEME_IMAGE');
    expect([...settable].filter((name) => !page.includes(`\`${name}`))).toEqual([]);
  });

  it('has an example of its environment, with every variable and nothing set', () => {
    const example = readFileSync('.env.example', 'utf8');
    expect(parseEnv(example)).toEqual({});
    const settable = [...source.matchAll(/\$\{([A-Z][A-Z0-9_]*)/g)].map(([, name = '']) => name);
    const shown = [...example.matchAll(/^# ([A-Z0-9_]+)=/gm)].map(([, name]) => name);
    const passedOn = [...source.matchAll(/^ {4}([A-Z][A-Z0-9_]*):$/gm)].map(([, name = '']) => name);
    expect(shown.sort()).toEqual([...new Set([...settable, ...passedOn])].sort());
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
