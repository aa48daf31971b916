/**
 * npm run new:feature -- NAME [SINGULAR]: makes a feature from the template and registers it: a table with row security,
 * a POST and a GET, scopes and an end-to-end test. NAME is the plural, in lower case with hyphens: `reading-lists`.
 */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { format, resolveConfig } from 'prettier';

const TEMPLATE = fileURLToPath(new URL('template/', import.meta.url));
const NAME = /^[a-z][a-z0-9]*(-[a-z0-9]+)*$/;
const USAGE = 'usage: npm run new:feature -- NAME [SINGULAR], such as `reading-lists reading-list`';

const pascal = (name) => name.replaceAll(/(?:^|-)([a-z0-9])/g, (_, letter) => letter.toUpperCase());
const camel = (name) => pascal(name).replace(/^./, (letter) => letter.toLowerCase());

function fail(message) {
  console.error(message);
  process.exit(2);
}

const [items = '', item = items.replace(/s$/, '')] = process.argv.slice(2);
if (!NAME.test(items) || !NAME.test(item)) fail(USAGE);
if (item === items) fail(`the singular of ${items} must be another word; ${USAGE}`);
if (existsSync(join('libs', items))) fail(`libs/${items} exists already`);

/** Later than every migration that there is. */
const stamp = String(Date.now());
const words = {
  __itemsVar__: camel(items),
  __items__: items,
  __item__: item,
  __Items__: pascal(items),
  __Item__: pascal(item),
  __words__: item.replaceAll('-', ' '),
  __wordsPlural__: items.replaceAll('-', ' '),
  __table__: items.replaceAll('-', '_'),
  __prefix__: item.replaceAll('-', ''),
  __stamp__: stamp,
};
const filled = (text) => Object.entries(words).reduce((all, [name, value]) => all.replaceAll(name, value), text);

async function write(path, text) {
  const options = await resolveConfig(path);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, await format(text, { ...options, filepath: path }));
  console.log(`  ${path}`);
}

async function edit(path, change) {
  const text = readFileSync(path, 'utf8');
  const changed = change(text);
  if (changed === text) fail(`${path} has changed its form: register ${items} there by hand`);
  await write(path, changed);
}

console.log(`New feature ${items}:`);
for (const file of readdirSync(TEMPLATE, { recursive: true }).filter((each) => each.endsWith('.tpl'))) {
  const [root, ...rest] = filled(file.slice(0, -'.tpl'.length)).split('/');
  const folder = root === 'libs' ? join('libs', items) : join('test/e2e', items);
  await write(join(folder, ...rest), filled(readFileSync(join(TEMPLATE, file), 'utf8')));
}

const migration = readFileSync(join('libs', items, `${items}.migration.ts`), 'utf8');
const hash = createHash('sha256').update(migration.replaceAll(/\s/g, '')).digest('hex');
await edit('test/migrations/released.json', (text) => {
  return JSON.stringify({ ...JSON.parse(text), [`${pascal(items)}${stamp}`]: hash });
});
await edit('tsconfig.json', (text) =>
  text.replace(/("paths": \{[\s\S]*?)\n(\s*)\}/, `$1,\n      "@mneme/${items}": ["./libs/${items}/index.ts"]\n$2}`),
);
await edit('.dependency-cruiser.cjs', (text) => text.replace(/(const FEATURES = \{)/, `$1\n  '${items}': [],`));
await edit('apps/api/features.ts', (text) =>
  text
    .replace(/\n\n\/\*\*/, `\nimport { ${camel(items)}Feature } from '@mneme/${items}';\n\n/**`)
    .replace(/\n\];/, `\n  ${camel(items)}Feature,\n];`),
);
console.log(`Next: describe the table in libs/${items}, then \`npm run check\` and \`npm test -- test/e2e/${items}\`.`);
