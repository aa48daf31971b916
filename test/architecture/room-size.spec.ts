import { execFileSync } from 'node:child_process';
import { posix } from 'node:path';

/** A folder with more is rooms that nobody has named yet. */
const MAX_FILES = 20;

/** Source files that git knows or would add, specs aside. */
function sources(): string[] {
  const args = ['ls-files', '--cached', '--others', '--exclude-standard', 'apps', 'libs', 'packages', 'test'];
  const files = execFileSync('git', args, { encoding: 'utf8', maxBuffer: 16 << 20 }).split('\n');
  return files.filter((file) => /\.(tsx?|mjs|cjs)$/.test(file) && !file.endsWith('.spec.ts'));
}

function crowded(files: readonly string[]): string[] {
  const sizes = new Map<string, number>();
  for (const file of files) sizes.set(posix.dirname(file), (sizes.get(posix.dirname(file)) ?? 0) + 1);
  return [...sizes].filter(([, size]) => size > MAX_FILES).map(([folder, size]) => `${folder}: ${size}`);
}

describe('rooms', () => {
  it(`hold ${MAX_FILES} source files at most`, () => {
    expect(crowded(sources())).toEqual([]);
  });

  it('are found where they hold more', () => {
    expect(crowded(Array.from({ length: MAX_FILES + 1 }, (_, i) => `libs/memories/${i}.ts`))).toEqual([
      `libs/memories: ${MAX_FILES + 1}`,
    ]);
  });
});
