/** Small stores of one kind of text, each a tenant of its own: how often the right memory comes first. */
import { readFileSync } from 'node:fs';
import { openTenants } from '../eval-retrieval/tenants.mjs';
import { startService } from './service.mjs';

/** What `sets` holds; each file is a list of { name, memories: [text], questions: [{ query, answer: index }] }. */
const kinds = ['scripts'];

/** @returns [{ kind, store, questions, first, missed: [query] }] */
export async function askKinds(model) {
  const tenants = await openTenants((env) => startService({ ...env, EMBEDDING_MODEL: model }));
  const rows = [];
  try {
    for (const kind of kinds)
      for (const store of storesOf(kind)) rows.push({ kind, ...(await askStore(tenants, store)) });
  } finally {
    await tenants.stop();
  }
  return rows;
}

/** A row for each kind, in all of its stores. */
export function kindRows(rows) {
  return kinds.map((kind) => {
    const stores = rows.filter((row) => row.kind === kind);
    const sum = (field) => stores.reduce((total, store) => total + store[field], 0);
    const [first, questions] = [sum('first'), sum('questions')];
    const missed = stores.flatMap((store) => store.missed.map((query) => `${query} (${store.store})`));
    const share = `${first} of ${questions}, ${((100 * first) / questions).toFixed(1)} %`;
    return { kind, stores: String(stores.length), 'right one first': share, missed: missed.join(', ') || 'none' };
  });
}

function storesOf(kind) {
  return JSON.parse(readFileSync(new URL(`sets/${kind}.json`, import.meta.url), 'utf8'));
}

async function askStore(tenants, { name, memories, questions }) {
  const records = memories.map((content, i) => ({ id: String(i), content, type: 'semantic', tags: [], metadata: {} }));
  const tenant = await tenants.fill(records);
  const missed = [];
  for (const { query, answer } of questions) {
    const [first] = await tenant.search(query, 1);
    if (first !== String(answer)) missed.push(query);
  }
  return { store: name, questions: questions.length, first: questions.length - missed.length, missed };
}
