import { createReadStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createGunzip } from 'node:zlib';
import { contentOf, hashOf, type ServedContent } from './served-content.js';

const FOLDER = join(import.meta.dirname, 'assets');
const SCRIPT = 'text/javascript; charset=utf-8';

/** What the page loads: by the name that it is served under, which has the hash of the content in it. */
export interface ReferenceAssets {
  readonly scalar: string;
  readonly boot: string;
  readonly style: string;
  readonly contents: ReadonlyMap<string, ServedContent>;
}

/** Reads the assets of the reference. Of the largest, 5 MB of script, only the hash stays in memory. */
export async function readAssets(): Promise<ReferenceAssets> {
  const scalar = await scalarScript();
  const boot = await contentOf(SCRIPT, await readFile(join(FOLDER, 'boot.js')));
  const style = await contentOf('text/css; charset=utf-8', await readFile(join(FOLDER, 'reference.css')));
  const names = {
    scalar: `scalar.${scalar.hash}.js`,
    boot: `boot.${boot.hash}.js`,
    style: `reference.${style.hash}.css`,
  };
  const contents = new Map([
    [names.scalar, scalar],
    [names.boot, boot],
    [names.style, style],
  ]);
  return { ...names, contents };
}

/** Compressed when it was added to the repository (`npm run reference`), and streamed from the disk. */
async function scalarScript(): Promise<ServedContent> {
  const file = join(FOLDER, 'scalar.js');
  return {
    type: SCRIPT,
    hash: hashOf(await readFile(`${file}.br`)),
    br: () => createReadStream(`${file}.br`),
    gzip: () => createReadStream(`${file}.gz`),
    identity: () => createReadStream(`${file}.gz`).pipe(createGunzip()),
  };
}
