// Writes test/migrations/statements.json from what preload.mjs has noted; see README.md.
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const folder = join(tmpdir(), 'mneme-statements');
/** What can be prepared; transactions, locks, sessions and schema changes are not the service's everyday. */
const USUAL = /^\s*(SELECT|INSERT|UPDATE|DELETE|WITH)\b/i;
/** Of tests, of the example feature, of migrations and of catalogues. */
const OTHERS = /\b(notes|note_\w+|pg_\w+|mneme_migrations|information_schema|to_regclass|version\(\))/i;

const noted = readdirSync(folder).flatMap((file) => JSON.parse(readFileSync(join(folder, file), 'utf8')));
const kept = [...new Set(noted.map((text) => text.replaceAll(/\s+/g, ' ').trim()))]
  .filter((text) => USUAL.test(text) && !OTHERS.test(text))
  .sort();
writeFileSync('test/migrations/statements.json', `${JSON.stringify(kept, null, 2)}\n`);
rmSync(folder, { recursive: true });
console.log(`${kept.length} statements of ${noted.length} noted`);
