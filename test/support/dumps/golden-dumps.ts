import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { ImportForm, ImportPreview, MemoryRecord } from '@mneme/client/import';
import { zipOf } from './archives.js';

const FOLDER = 'test/client/import/golden';

/** The dumps that the importers are held against: invented content, in the form of each system. */
export const GOLDEN_DUMPS: Readonly<Record<string, ImportForm>> = {
  mem0: 'mem0',
  'mem0-sdk': 'mem0',
  openmemory: 'openmemory',
  'openmemory-list': 'openmemory',
  'openmemory-rows': 'openmemory',
  chatgpt: 'chatgpt',
  'chatgpt-saved': 'chatgpt',
  claude: 'claude',
  'mcp-memory': 'mcp-memory',
  hindsight: 'hindsight',
  zep: 'zep',
  'zep-sessions': 'zep',
  letta: 'letta',
  'letta-old': 'letta',
  doobidoo: 'doobidoo',
  langgraph: 'langgraph',
  'langgraph-lines': 'langgraph',
  mneme: 'mneme',
};

/** What becomes of a dump. */
export interface ExpectedImport extends Pick<ImportPreview, 'skipped' | 'changed'> {
  readonly records: readonly MemoryRecord[];
}

/**
 * The dump as its system writes it: a file, or an archive of the files in the folder `archive`.
 * @param isCompact whether JSON is on one line
 */
export function goldenDump(name: string, isCompact = false): { readonly file: string; readonly bytes: Uint8Array } {
  const file = readdirSync(join(FOLDER, name)).find((each) => each !== 'expected.json') ?? '';
  const path = join(FOLDER, name, file);
  if (file === 'archive') return { file: 'dump.zip', bytes: archiveOf(path, isCompact) };
  return { file, bytes: fileOf(path, isCompact) };
}

function fileOf(path: string, isCompact: boolean): Uint8Array {
  const bytes = readFileSync(path);
  if (!isCompact || !/\.(json|af)$/.test(path)) return bytes;
  return Buffer.from(JSON.stringify(JSON.parse(bytes.toString())));
}

export function expectedOf(name: string): ExpectedImport {
  return JSON.parse(readFileSync(join(FOLDER, name, 'expected.json'), 'utf8')) as ExpectedImport;
}

/** A file `x.gz.plain` is packed as `x.gz`. */
function archiveOf(folder: string, isCompact: boolean): Uint8Array {
  const paths = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const files = paths.map((entry): [string, Uint8Array] => {
    const path = join(entry.parentPath, entry.name);
    const name = path.slice(folder.length + 1);
    const bytes = fileOf(path, isCompact);
    return name.endsWith('.plain') ? [name.replace(/\.plain$/, ''), gzipSync(bytes)] : [name, bytes];
  });
  return zipOf(Object.fromEntries(files.sort(([a], [b]) => (a < b ? -1 : 1))));
}
