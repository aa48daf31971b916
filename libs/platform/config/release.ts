import { readFileSync, existsSync } from 'node:fs';
import { join, dirname } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The release that this program is: `version` of its package.json. */
export const RELEASE = (
  JSON.parse(readFileSync(join(installedRoot(), 'package.json'), 'utf8')) as { readonly version: string }
).version;

/** The folder that package.json is in, whether this runs from the sources or from the build. */
export function installedRoot(): string {
  let folder = dirname(fileURLToPath(import.meta.url));
  while (!existsSync(join(folder, 'package.json'))) {
    const parent = dirname(folder);
    if (parent === folder) throw new Error('the installation has no package.json');
    folder = parent;
  }
  return folder;
}
