import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const LIST = 'test/migrations/released.json';
/** Class names of migrations and the hashes of their files; never changed, only added to. */
const RELEASED = JSON.parse(readFileSync(LIST, 'utf8')) as Record<string, string>;

interface Migration {
  readonly name: string;
  readonly path: string;
  readonly hash: string;
}

/** Layout is free to change; what a migration does is not. */
function hashOf(text: string): string {
  return createHash('sha256').update(text.replaceAll(/\s/g, '')).digest('hex');
}

/** Every class that is a migration, whatever its file is called. */
function migrationsIn(folder: string): Migration[] {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.ts'));
  return files.flatMap((file) => {
    const path = join(folder, file);
    const text = readFileSync(path, 'utf8');
    const classes = text.matchAll(/class (\w+) (?:extends \w+ )?implements MigrationInterface/g);
    return [...classes].map(([, name = '']) => ({ name, path, hash: hashOf(text) }));
  });
}

/** What is wrong with the list; empty where nothing is. */
function faultsOf(migrations: readonly Migration[], released: Readonly<Record<string, string>>): string[] {
  const gone = Object.keys(released)
    .filter((name) => migrations.every((each) => each.name !== name))
    .map((name) => `${name} is gone: databases have it. Bring it back`);
  const faults = migrations.flatMap(({ name, path, hash }) => {
    if (!path.endsWith('.migration.ts')) return [`${path} has the migration ${name}: name the file ….migration.ts`];
    if (released[name] === undefined) return [`${path} is not listed: add "${name}": "${hash}" to ${LIST}`];
    if (released[name] === hash) return [];
    return [`${path} was changed, and databases have what it did. Undo that, and write another migration`];
  });
  return [...gone, ...faults];
}

describe('the list of migrations that databases have', () => {
  const migrations = ['apps', 'libs'].flatMap(migrationsIn);

  it('has every migration as it is', () => {
    expect(migrations.length).toBeGreaterThan(25);
    expect(faultsOf(migrations, RELEASED)).toEqual([]);
  });

  it('tells of one that was changed, one that is gone, one that is not listed and one in another file', () => {
    const [first = { name: '', path: '', hash: '' }] = migrations;
    const changed = [{ ...first, hash: hashOf('DROP TABLE memories') }];
    const moved = [{ ...first, path: 'libs/memories/tables.ts' }];
    const list = { [first.name]: first.hash };
    expect(faultsOf([first], list)).toEqual([]);
    expect(faultsOf(changed, list)).toEqual([expect.stringContaining('was changed')]);
    expect(faultsOf([], list)).toEqual([expect.stringContaining('is gone')]);
    expect(faultsOf([first], {})).toEqual([expect.stringContaining(`add "${first.name}": "${first.hash}"`)]);
    expect(faultsOf(moved, list)).toEqual([expect.stringContaining('libs/memories/tables.ts')]);
  });

  it('is of what they do, not of how they are laid out', () => {
    expect(hashOf('CREATE  TABLE\n a')).toBe(hashOf('CREATE TABLE a'));
    expect(hashOf('CREATE TABLE b')).not.toBe(hashOf('CREATE TABLE a'));
  });
});
