import { lstat, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type pg from 'pg';

const BLOCK = 512;

/** What a table takes, in bytes. */
export interface TableBytes {
  readonly name: string;
  readonly table: number;
  readonly indexes: number;
}

/** Every table with something in it, the largest first. */
export async function tableBytes(database: pg.Client): Promise<TableBytes[]> {
  const { rows } = await database.query<TableBytes>(
    `SELECT relname AS name, pg_table_size(oid)::float8 AS table, pg_indexes_size(oid)::float8 AS indexes
       FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace AND pg_relation_size(oid) > 0
      ORDER BY pg_total_relation_size(oid) DESC`,
  );
  return rows;
}

/** What a folder takes on disk, holes in files left out. */
export async function folderBytes(folder: string): Promise<number> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
  const sizes = entries.map(async (entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return folderBytes(path);
    // Segments are merged meanwhile.
    return ((await lstat(path).catch(() => undefined))?.blocks ?? 0) * BLOCK;
  });
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
}
