import { sep } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

/**
 * The file of a worker thread that lies beside the caller.
 * Node runs workers from the build only; a caller that runs as TypeScript (under jest) gets the one that `npm test` has built.
 * @param from the caller's `import.meta.url`
 * @param name relative, as in an import: `./embedder.worker.js`
 */
export function workerFile(from: string, name: string): URL {
  if (!from.endsWith('.ts')) return new URL(name, from);
  const source = fileURLToPath(new URL(name, from));
  const root = fileURLToPath(new URL('../../../', import.meta.url));
  return pathToFileURL(source.replace(root, `${root}dist-test${sep}`));
}
