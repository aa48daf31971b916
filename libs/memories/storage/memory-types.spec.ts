import { readFileSync } from 'node:fs';
import { MEMORY_TYPES, TYPE_DESCRIPTION } from './memory-types.js';

it('explains each memory type where one is given, and on a page of its own', () => {
  const page = readFileSync('docs/reference/memory-types.md', 'utf8');
  const rows = [...page.matchAll(/^\| `(\w+)` \|/gm)].map(([, type]) => type);
  const listed = [...TYPE_DESCRIPTION.matchAll(/^- `(\w+)`: \w/gm)].map(([, type]) => type);
  expect([rows, listed]).toEqual([MEMORY_TYPES, MEMORY_TYPES]);
});
