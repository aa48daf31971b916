// Builds dist/: of each entry one file for import, one for require, and the types of both. Usage: npm run client:build
import { spawnSync } from 'node:child_process';
import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const here = (path) => fileURLToPath(new URL(path, import.meta.url));

/** What the bundles bring of others, with the licence that must come with it. */
const licenceOf = (name) => {
  const [version, text] = ['package.json', 'LICENSE'].map((file) =>
    readFileSync(here(`../../node_modules/${name}/${file}`), 'utf8'),
  );
  return `/*! Contains ${name} ${JSON.parse(version).version}\n\n${text.trim()}\n*/`;
};
const ENTRIES = [
  { source: 'src/index.ts', name: 'index', banner: '' },
  { source: 'src/import/index.ts', name: 'import', banner: licenceOf('@streamparser/json') },
];

rmSync(here('dist'), { recursive: true, force: true });
for (const { source, name, banner } of ENTRIES) {
  const options = { entryPoints: [here(source)], bundle: true, platform: 'neutral', target: 'es2022' };
  await build({ ...options, banner: { js: banner }, format: 'esm', outfile: here(`dist/${name}.js`) });
  await build({ ...options, banner: { js: banner }, format: 'cjs', outfile: here(`dist/${name}.cjs`) });
}

const tsc = here('../../node_modules/typescript/bin/tsc');
const types = ['--emitDeclarationOnly', '--outDir', here('dist/types')];
const { status } = spawnSync(process.execPath, [tsc, '-p', here('.'), ...types], { stdio: 'inherit' });
// The same declarations, read as those of a CommonJS module.
cpSync(here('dist/types'), here('dist/types-cjs'), { recursive: true });
writeFileSync(here('dist/types-cjs/package.json'), '{ "type": "commonjs" }\n');
process.exitCode = status ?? 1;
