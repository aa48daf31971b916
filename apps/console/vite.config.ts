import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';
import { defineConfig, type Plugin } from 'vite';

const OUTPUT = join(import.meta.dirname, '../../dist-console');
const CLIENT = join(import.meta.dirname, '../../packages/client/src');
/** Browsers that know what the style sheets use, such as `light-dark()`: nothing is rewritten for older ones. */
const BROWSERS = ['chrome123', 'firefox121', 'safari17.5'];

/** Leaves beside each asset its two compressed forms, so that the service compresses nothing. */
function compressed(): Plugin {
  return {
    name: 'compressed',
    async closeBundle() {
      const folder = join(OUTPUT, 'assets');
      const forms = (await readdir(folder)).map(async (name) => {
        const bytes = await readFile(join(folder, name));
        await writeFile(join(folder, `${name}.br`), await promisify(brotliCompress)(bytes));
        await writeFile(join(folder, `${name}.gz`), await promisify(gzip)(bytes, { level: 9 }));
      });
      await Promise.all(forms);
    },
  };
}

export default defineConfig({
  root: import.meta.dirname,
  // Assets name each other relatively; the service writes into the page where they are (apps/api/console).
  base: './',
  resolve: {
    alias: {
      '@mneme/client/import': join(CLIENT, 'import/index.ts'),
      '@mneme/client': join(CLIENT, 'index.ts'),
    },
  },
  worker: { format: 'es' },
  build: {
    outDir: OUTPUT,
    emptyOutDir: true,
    target: BROWSERS,
    cssTarget: BROWSERS,
    // Nothing inline: the policy of the page allows none of it.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
  plugins: [compressed()],
});
