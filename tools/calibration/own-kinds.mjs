/** The kinds of text that live in this repository, as sets that are each searched by themselves. */
import { readKinds } from '../eval-search/kinds.mjs';
import { readMemories, readQuestions, satisfies } from '../eval-search/truth.mjs';

/** Kinds with questions that nothing answers: where a date or an identifier is asked for by its form, relevance has little to say. */
const collections = ['facts', 'notes'];
const ANSWERS = 2;

/** As `readSets`; a question without an answer has none relevant, one with a filter says which memories it is put to. */
export function readOwnKinds() {
  const small = readKinds()
    .filter(({ kind }) => collections.includes(kind))
    .flatMap(({ kind, hand, stores }) => stores.map((store) => setOf(kind, `${hand}, ${store.name}`, store)));
  return [...small, testTenant()];
}

function setOf(collection, name, { memories, questions }) {
  const idOf = (id) => `${name} ${id}`;
  return {
    name,
    collection,
    records: memories.map(({ id, content }) => record({ id: idOf(id), content })),
    questions: questions.map(({ query, answers }) => ({ query, relevant: answers.map(idOf) })),
  };
}

function testTenant() {
  const memories = readMemories();
  const questions = readQuestions(memories).map(({ query, filter, grades }) => ({
    query,
    relevant: [...grades].filter(([, grade]) => grade === ANSWERS).map(([id]) => id),
    holds: new Set(memories.filter((memory) => satisfies(memory, filter)).map(({ externalId }) => externalId)),
  }));
  const records = memories.map(({ externalId, ...memory }) => record({ ...memory, id: externalId }));
  return { name: 'test tenant', collection: 'test tenant', records, questions };
}

function record({ id, content, type = 'semantic', tags = [], metadata = {} }) {
  return { id, content, type, tags, metadata, holds: [id] };
}
