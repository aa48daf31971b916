import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { installedRoot } from './installed-root.js';

/** The release that this program is: `version` of its package.json. */
export const RELEASE = (
  JSON.parse(readFileSync(join(installedRoot(), 'package.json'), 'utf8')) as { readonly version: string }
).version;
