import { readdirSync, readFileSync } from 'node:fs';

const FOLDER = 'libs/platform/config';

/** Of a command that a person or an assistant starts: an installation never sets it. */
const OF_COMMANDS = ['MNEME_API_KEY'];

/** Every variable that the service and its commands read, sorted: the names in libs/platform/config/read-*.ts. */
export function configurationVariables(): string[] {
  const files = readdirSync(FOLDER).filter((file) => /^read-[a-z-]+\.ts$/.test(file));
  const source = files.map((file) => readFileSync(`${FOLDER}/${file}`, 'utf8')).join('\n');
  return [...new Set([...source.matchAll(/'([A-Z][A-Z0-9]*(?:_[A-Z0-9]+)*)'/g)].map(([, name = '']) => name))].sort();
}

/** Those that an installation can be given. */
export function installationVariables(): string[] {
  return configurationVariables().filter((name) => !OF_COMMANDS.includes(name));
}
