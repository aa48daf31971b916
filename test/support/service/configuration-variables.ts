import { readdirSync, readFileSync } from 'node:fs';

const FOLDER = 'libs/platform/config';

/** Every variable that the service reads, sorted: the names in libs/platform/config/read-*.ts. */
export function configurationVariables(): string[] {
  const files = readdirSync(FOLDER).filter((file) => /^read-[a-z-]+\.ts$/.test(file));
  const source = files.map((file) => readFileSync(`${FOLDER}/${file}`, 'utf8')).join('\n');
  return [...new Set([...source.matchAll(/'([A-Z][A-Z0-9]*(?:_[A-Z0-9]+)*)'/g)].map(([, name = '']) => name))].sort();
}
