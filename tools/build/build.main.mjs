// `npm run build [-- FOLDER]`: compiles the sources of this repository, or of another folder, into its dist. What it has to
// say goes to standard error.
import { resolve } from 'node:path';
import { build } from './build.mjs';

const startedAt = performance.now();
const [, , folder] = process.argv;
try {
  const onStart = () => process.stderr.write('Building …\n');
  const files = await build({ onStart, ...(folder === undefined ? {} : { root: resolve(folder) }) });
  const seconds = ((performance.now() - startedAt) / 1_000).toFixed(1);
  const made = `Built ${files} ${files === 1 ? 'file' : 'files'} in ${seconds} s.`;
  process.stderr.write(`${files > 0 ? made : 'The build is up to date.'}\n`);
} catch (error) {
  process.stderr.write(`The build failed: ${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
