import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Class names of migrations and the hashes of their files; never changed, only added to. */
const RELEASED = JSON.parse(readFileSync('test/migrations/released.json', 'utf8')) as Record<string, string>;

/** Layout is free to change; what a migration does is not. */
function hashOf(text: string): string {
  return createHash('sha256').update(text.replaceAll(/\s/g, '')).digest('hex');
}

function migrationFiles(): Map<string, string> {
  const files = readdirSync('libs', { recursive: true, encoding: 'utf8' }).filter((file) =>
    file.endsWith('.migration.ts'),
  );
  return new Map(
    files.map((file) => {
      const text = readFileSync(join('libs', file), 'utf8');
      return [/export class (\w+)/.exec(text)?.[1] ?? file, text];
    }),
  );
}

describe('a migration that was released', () => {
  it.each(Object.entries(RELEASED))('%s is what it was', (name, hash) => {
    const text = migrationFiles().get(name);
    expect(text === undefined ? 'gone' : hashOf(text)).toBe(hash);
  });

  it('is told from one that was changed', () => {
    const [name = '', hash] = Object.entries(RELEASED)[0] ?? [];
    const text = migrationFiles().get(name) ?? '';
    expect(hashOf(`${text}\n`)).toBe(hash);
    expect(hashOf(text.replace('NOT NULL', 'NULL').replace('CREATE', 'DROP'))).not.toBe(hash);
  });
});
