/** Reads sets of NDJSON records with their questions, as memories of two kinds: a turn each, or mixed lengths. */
import { createHash } from 'node:crypto';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

const block = 8;

/**
 * @param most of each collection at most so many conversations, evenly spread over their names
 * @returns a list of { name, collection, records: [{ id, content, metadata, tags, type }], questions: [{ query, relevant, category }] }
 */
export function readSets(root, collections, most = Infinity) {
  return collections.flatMap((collection) => {
    const folder = join(root, collection);
    const questions = JSON.parse(readFileSync(join(folder, 'queries.json'), 'utf8'));
    const files = readdirSync(folder).filter((file) => file.endsWith('.ndjson'));
    const step = Math.max(1, Math.ceil(files.length / most));
    return files
      .filter((_, i) => i % step === 0)
      .map((file) => {
        const name = file.replace('.ndjson', '');
        const lines = readFileSync(join(folder, file), 'utf8').split('\n').filter(Boolean);
        return { name, collection, records: lines.map(record), questions: questions.filter(({ set }) => set === name) };
      });
  });
}

function record(line) {
  const { externalId, content, metadata = {}, tags = [], type } = JSON.parse(line);
  return { id: externalId, content, metadata, tags, type, holds: [externalId] };
}

/** Every second run of eight turns becomes one long memory, which answers what any of its turns answers. */
export function mixLengths(set) {
  const records = [];
  for (let start = 0; start < set.records.length; start += block) {
    const turns = set.records.slice(start, start + block);
    if ((start / block) % 2 === 0) records.push(...turns);
    else records.push(merge(turns));
  }
  return { ...set, records };
}

function merge(turns) {
  const { speaker: _, ...metadata } = turns[0].metadata;
  const content = turns
    .map((turn) => turn.content)
    .join('\n')
    .slice(0, 10_000);
  return { ...turns[0], id: `${turns[0].id}+`, content, metadata, holds: turns.map(({ id }) => id) };
}

/** A memory id that is the same in every run. */
export function memoryIdOf(id) {
  const hex = createHash('sha256').update(id).digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20, 32)}`;
}

/** Repeatable numbers in [0, 1). */
export function randomNumbers(seed) {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

export function shuffled(items, random) {
  const result = [...items];
  for (let i = result.length - 1; i > 0; i--) {
    const j = Math.floor(random() * (i + 1));
    [result[i], result[j]] = [result[j], result[i]];
  }
  return result;
}
