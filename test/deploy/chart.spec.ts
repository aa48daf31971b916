import { readdirSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { parse } from 'yaml';
import { installationVariables } from '../support/service/configuration-variables.js';

const CHART = 'deploy/helm/mneme';
const schema = JSON.parse(readFileSync(`${CHART}/values.schema.json`, 'utf8'));
const readme = readFileSync(`${CHART}/README.md`, 'utf8');
const values = parse(readFileSync(`${CHART}/values.yaml`, 'utf8')) as Record<string, object>;
/** What the image or the chart decides. */
const DECIDED = [
  'API_PROCESSES',
  'DRAIN_DELAY_MS',
  'HOST',
  'MNEME_DATA_DIR',
  'NODE_ENV',
  'PORT',
  'WORKERS',
  'WORKER_PORT',
];

/** Read by deploy/backup/scheduled.sh. */
const OF_THE_CHART = ['BACKUP_DATABASE_URL'];

/** test/deploy/chart.sh renders it with Helm; this is what Helm cannot know. */
describe('the Helm chart', () => {
  it('can be given every variable of the service, as a secret or as none', () => {
    const config = Object.keys(schema.properties.config.properties);
    const secrets = Object.keys(schema.properties.secrets.properties.from.properties);
    expect([...config, ...secrets, ...DECIDED].sort()).toEqual([...installationVariables(), ...OF_THE_CHART].sort());
  });

  it('names its secrets where pods are given them', () => {
    const templates = ['_helpers.tpl', 'backup.yaml'].map((file) => readFileSync(`${CHART}/templates/${file}`, 'utf8'));
    const lists = /(?:range list ((?:"[A-Z_]+" ?)+)|secretVariable" \(dict "root" \$(?:root)? "name" ("[A-Z_]+"))/g;
    const given = [...templates.join('\n').matchAll(lists)].flatMap(([, names, name]) =>
      (names ?? name ?? '').match(/[A-Z_]+/g),
    );
    expect(given.sort()).toEqual(Object.keys(schema.properties.secrets.properties.from.properties).sort());
  });

  it.each(['prometheus/mneme.rules.yaml', 'backup/dump.sh', 'backup/scheduled.sh'])(
    'has the very %s that operators without it have',
    (file) => {
      const copy = readFileSync(`${CHART}/files/${basename(file)}`, 'utf8');
      expect(copy).toBe(readFileSync(`deploy/${file}`, 'utf8'));
    },
  );

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
    const helpers = readFileSync(`${CHART}/templates/_helpers.tpl`, 'utf8');
    expect(/helm\.sh\/hook: (.+)/.exec(helpers)?.[1]?.split(',')).toEqual([
      'pre-install',
      'pre-upgrade',
      'pre-rollback',
    ]);
  });
});
