// Builds dist/: one file for import, one for require, and the types of both. Usage: npm run client:build
import { spawnSync } from 'node:child_process';
import { cpSync, rmSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const here = (path) => fileURLToPath(new URL(path, import.meta.url));

rmSync(here('dist'), { recursive: true, force: true });
const options = { entryPoints: [here('src/index.ts')], bundle: true, platform: 'neutral', target: 'es2022' };
await build({ ...options, format: 'esm', outfile: here('dist/index.js') });
await build({ ...options, format: 'cjs', outfile: here('dist/index.cjs') });

const tsc = here('../../node_modules/typescript/bin/tsc');
const types = ['--emitDeclarationOnly', '--outDir', here('dist/types')];
const { status } = spawnSync(process.execPath, [tsc, '-p', here('.'), ...types], { stdio: 'inherit' });
// The same declarations, read as those of a CommonJS module.
cpSync(here('dist/types'), here('dist/types-cjs'), { recursive: true });
writeFileSync(here('dist/types-cjs/package.json'), '{ "type": "commonjs" }\n');
process.exitCode = status ?? 1;
