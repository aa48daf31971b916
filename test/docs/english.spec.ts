import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** Words that read as translated, and what to write instead. Quoted text and code are left out. */
const SUBSTITUTIONS: readonly (readonly [pattern: RegExp, instead: string])[] = [
  [/\btold\b/i, 'reported, notified, returned'],
  [/\banew\b/i, 'again'],
  [/\bwhoever\b/i, 'the caller, the client, anyone who'],
  [/\bwhatever\b/i, 'regardless of, any'],
  [/\bnobody\b/i, 'no one, or the passive'],
  [/\bso many\b/i, 'the number'],
  [/\bsuch an? [a-z]+ (can|is|has|gets|may)\b/i, 'that, these'],
  [/\bof one[’']s own\b/i, 'custom, your own'],
  [/\b(is|are|was) away\b/i, 'unavailable'],
];

const folders = [
  'docs/adr',
  'docs/guides',
  'docs/internals',
  'docs/operate',
  'docs/reference',
  ...readdirSync('tools').map((tool) => join('tools', tool)),
];

/** Every page, except those that quote stories: the world of the sample tenant and texts of evaluations. */
const PAGES = [
  'CHANGELOG.md',
  'CODE_OF_CONDUCT.md',
  'CONTRIBUTING.md',
  'README.md',
  'SECURITY.md',
  'deploy/helm/mneme/README.md',
  'packages/adapters/README.md',
  'packages/client/README.md',
  'test/bench/README.md',
  ...folders.flatMap((folder) => pagesIn(folder)),
];

function pagesIn(folder: string): string[] {
  if (!statSync(folder).isDirectory()) return [];
  return readdirSync(folder)
    .filter((file) => file.endsWith('.md'))
    .map((file) => join(folder, file));
}

function prose(markdown: string): string[] {
  return markdown
    .replaceAll(/^```[\s\S]*?^```$/gm, (block) => block.replaceAll(/[^\n]/g, ''))
    .replaceAll(/`[^`\n]*`|"[^"\n]*"/g, '')
    .split('\n');
}

function faultsIn(markdown: string): string[] {
  return prose(markdown).flatMap((line, i) =>
    SUBSTITUTIONS.flatMap(([pattern, instead]) => {
      const [found] = pattern.exec(line) ?? [];
      return found === undefined ? [] : [`line ${i + 1}: "${found}": write ${instead}`];
    }),
  );
}

describe('the English of the documentation', () => {
  it.each(PAGES)('%s has no word that reads as translated', (page) => {
    expect(faultsIn(readFileSync(page, 'utf8'))).toEqual([]);
  });

  it('is looked for in prose alone', () => {
    expect(faultsIn('A line.\n\nThe caller is told of it.')).toEqual([
      'line 3: "told": write reported, notified, returned',
    ]);
    expect(faultsIn('Use `anew` or "whatever":\n\n```\nnobody\n```')).toEqual([]);
  });
});
