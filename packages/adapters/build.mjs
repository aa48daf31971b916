// Builds dist/: for each framework one file for import, one for require, and the types of both. Usage: npm run adapters:build
import { spawnSync } from 'node:child_process';
import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const here = (path) => fileURLToPath(new URL(path, import.meta.url));
const manifest = JSON.parse(readFileSync(here('package.json'), 'utf8'));
const names = Object.keys(manifest.exports).flatMap((path) =>
  path === './package.json' ? [] : [path.slice(2) || 'index'],
);

rmSync(here('dist'), { recursive: true, force: true });
const options = {
  entryPoints: names.map((name) => here(`src/${name}.ts`)),
  bundle: true,
  platform: 'neutral',
  target: 'es2022',
  outdir: here('dist'),
  external: Object.keys(manifest.peerDependencies),
};
await build({ ...options, format: 'esm', splitting: true });
await build({ ...options, format: 'cjs', outExtension: { '.js': '.cjs' } });

const tsc = here('../../node_modules/typescript/bin/tsc');
// The client's types as its users have them, not its sources.
const types = ['--paths', 'null', '--rootDir', here('src'), '--emitDeclarationOnly', '--outDir', here('dist/types')];
const { status } = spawnSync(process.execPath, [tsc, '-p', here('.'), ...types], { stdio: 'inherit' });
// The same declarations, read as those of a CommonJS module.
cpSync(here('dist/types'), here('dist/types-cjs'), { recursive: true });
writeFileSync(here('dist/types-cjs/package.json'), '{ "type": "commonjs" }\n');
process.exitCode = status ?? 1;
