import { readdirSync } from 'node:fs';
import { join } from 'node:path';

interface Pattern {
  readonly excludes: boolean;
  readonly text: string;
  readonly matches: RegExp;
}

const WILDCARDS: Readonly<Record<string, string>> = { '**/': '(?:.*/)?', '**': '.*', '*': '[^/]*', '?': '[^/]' };

/** The files of a folder that a `.dockerignore` lets through, as paths from the folder, sorted. */
export function contextFiles(folder: string, ignore: string): string[] {
  const patterns = ignore
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map(parsePattern);
  return walk(folder, '', patterns).sort();
}

function walk(folder: string, path: string, patterns: readonly Pattern[]): string[] {
  return readdirSync(join(folder, path), { withFileTypes: true }).flatMap((entry) => {
    const inside = path === '' ? entry.name : `${path}/${entry.name}`;
    const excluded = isExcluded(inside, patterns);
    if (!entry.isDirectory()) return excluded ? [] : [inside];
    return excluded && !mayHoldExceptions(inside, patterns) ? [] : walk(folder, inside, patterns);
  });
}

/** The last pattern that a path or a folder above it matches decides. */
function isExcluded(path: string, patterns: readonly Pattern[]): boolean {
  const names = path.split('/');
  const withFolders = names.map((_, i) => names.slice(0, i + 1).join('/'));
  const last = patterns.findLast(({ matches }) => withFolders.some((each) => matches.test(each)));
  return last?.excludes ?? false;
}

function mayHoldExceptions(path: string, patterns: readonly Pattern[]): boolean {
  return patterns.some(({ excludes, text }) => !excludes && text.startsWith(`${path}/`));
}

function parsePattern(line: string): Pattern {
  const text = line.replace(/^!/, '').replace(/^\/|\/$/g, '');
  const source = text.replace(/\*\*\/|\*\*|\*|\?|[.+^${}()|[\]\\]/g, (found) => WILDCARDS[found] ?? `\\${found}`);
  return { excludes: !line.startsWith('!'), text, matches: new RegExp(`^${source}$`) };
}
