import { readdirSync, readFileSync } from 'node:fs';
import { parse } from 'yaml';

const CHART = 'deploy/helm/mneme';
const schema = JSON.parse(readFileSync(`${CHART}/values.schema.json`, 'utf8'));
const readme = readFileSync(`${CHART}/README.md`, 'utf8');
const values = parse(readFileSync(`${CHART}/values.yaml`, 'utf8')) as Record<string, object>;
/** What the image or the chart decides. */
const DECIDED = ['DRAIN_DELAY_MS', 'HOST', 'MNEME_DATA_DIR', 'NODE_ENV', 'PORT', 'WORKERS', 'WORKER_PORT'];

/** test/deploy/chart.sh renders it with Helm; this is what Helm cannot know. */
describe('the Helm chart', () => {
  it('can be given every variable of the service, as a secret or as none', () => {
    const files = ['read-config.ts', 'read-tracing.ts'].map((file) => `libs/platform/config/${file}`);
    const source = files.map((file) => readFileSync(file, 'utf8')).join('\n');
    const read = new Set([...source.matchAll(/'([A-Z][A-Z_]{3,})'/g)].map(([, name]) => name));
    const config = Object.keys(schema.properties.config.properties);
    const secrets = Object.keys(schema.properties.secrets.properties.from.properties);
    expect([...config, ...secrets, ...DECIDED].sort()).toEqual([...read].sort());
  });

  it('names its secrets where pods are given them', () => {
    const template = readFileSync(`${CHART}/templates/_helpers.tpl`, 'utf8');
    const given = [...template.matchAll(/range list ((?:"[A-Z_]+" ?)+)/g)].flatMap(([, names = '']) =>
      names.match(/[A-Z_]+/g),
    );
    expect(given.sort()).toEqual(Object.keys(schema.properties.secrets.properties.from.properties).sort());
  });

  it('has the alerts that operators without it have', () => {
    const [original, copy] = ['deploy/prometheus', `${CHART}/files`].map((folder) =>
      readFileSync(`${folder}/mneme.rules.yaml`, 'utf8'),
    );
    expect(copy).toBe(original);
  });

  it('is of the version of the service', () => {
    const chart = parse(readFileSync(`${CHART}/Chart.yaml`, 'utf8')) as { appVersion: string };
    expect(chart.appVersion).toBe(JSON.parse(readFileSync('package.json', 'utf8')).version);
  });

  it('says of every value what it is, and tries five sets of them', () => {
    const unnamed = Object.keys(values).filter((name) => !readme.includes(`\`${name}`) && !name.endsWith('Override'));
    expect(unnamed).toEqual([]);
    expect(readdirSync(`${CHART}/ci`).length).toBeGreaterThanOrEqual(5);
  });

  it('asks the image that a rollback goes back to before it replaces a pod', () => {
    const job = readFileSync(`${CHART}/templates/migration.job.yaml`, 'utf8');
    expect(/helm\.sh\/hook: (.+)/.exec(job)?.[1]?.split(',')).toEqual(['pre-install', 'pre-upgrade', 'pre-rollback']);
  });
});
