/** Questions put to stores: in their own conversation for quality, in stores of many sizes for calibration. */
import { queryWords } from '../../dist/libs/retrieval/lexical/query-words.js';
import { weighTerms, withoutIdleParts } from '../../dist/libs/retrieval/lexical/weigh-terms.js';
import { fieldStrength, logScore, rank } from '../../dist/libs/retrieval/relevance.js';
import { randomNumbers, shuffled } from './corpus.mjs';
import { ExactStore } from './exact-store.mjs';

const depth = 25;
/** Share of the questions that are also put to a store which does not hold the answer. */
const unanswerable = 0.75;
const questionsASet = 60;
/** A question with more evidence asks for a theme; "holds evidence" then says little of a single memory. */
const mostEvidence = 5;

function ask({ embedder }, store, question) {
  const given = queryWords(question.query, new Date());
  const statistics = store.frequencies(given.map(({ term }) => term));
  const words = withoutIdleParts(given, statistics.frequencies);
  const terms = weighTerms(words, statistics);
  const found = store.search(question.vector, terms, embedder.model);
  const request = { query: question.query, limit: depth };
  const { vector } = question;
  const candidates = { request, vector, model: embedder.model, words, terms, hits: found.hits };
  return { ...found, terms, ranked: rank(candidates, store.surroundings(found.hits)) };
}

/** One run a question, in the store of its own set. */
export function runSet(model, set) {
  const store = new ExactStore(set.memories, model.embedder.model.dimensions);
  return set.questions.map((question) => {
    const { dense, lexical, ranked } = ask(model, store, question);
    return { relevant: question.relevant, ranked: { dense, lexical, fused: ranked.map(({ memoryId }) => memoryId) } };
  });
}

/** The best 25 results of each question in each size of store: [{ row: [ln(1 + S), lz], label, place, set, size, kind, question }]. */
export function collectSamples(model, sets, sizes, kind) {
  const random = randomNumbers(7);
  return sizes.flatMap((size) => sets.flatMap((set) => setSamples(model, set, sets, size, kind, random)));
}

/** The same of every question in the whole of its own store, or what its filter leaves of it. */
export function collectOwnSamples(model, sets) {
  return sets.flatMap((set) => {
    const open = (memories) => new ExactStore(memories, model.embedder.model.dimensions);
    const whole = open(set.memories);
    const label = { set: set.name, collection: set.collection, size: 'own', kind: 'own' };
    return set.questions.flatMap((question, i) => {
      const { within, relevant } = question;
      const store = within ? open(set.memories.filter(({ memoryId }) => within.has(memoryId))) : whole;
      const unanswerable = relevant.size === 0;
      return samples(model, store, question, { ...label, unanswerable, question: `${set.name} ${i}` });
    });
  });
}

function setSamples(model, set, sets, size, kind, random) {
  const others = shuffled(
    sets.filter((other) => other !== set).flatMap(({ memories }) => memories),
    random,
  );
  const questions = shuffled(
    set.questions.filter(({ relevant }) => relevant.size <= mostEvidence),
    random,
  ).slice(0, questionsASet);
  const open = (memories) => new ExactStore(memories, model.embedder.model.dimensions);
  const shared = size >= set.memories.length ? open([...set.memories, ...others].slice(0, size)) : undefined;
  const foreign = size > 200 ? open(others.slice(0, size)) : undefined;
  return questions.flatMap((question, i) => {
    const store = shared ?? open(excerpt(set.memories, question, size, random));
    const label = { set: set.name, collection: set.collection, size, kind, question: `${set.name} ${i}` };
    const missing =
      random() < unanswerable
        ? samples(model, foreign ?? open(stretch(others, size, random)), question, { ...label, unanswerable: true })
        : [];
    return [...samples(model, store, question, label), ...missing];
  });
}

/** Consecutive memories from anywhere. */
function stretch(memories, size, random) {
  const start = Math.floor(random() * (memories.length - size));
  return memories.slice(start, start + size);
}

/** Part of a conversation that holds the answer. */
function excerpt(memories, { relevant }, size, random) {
  const needed = memories.filter(({ memoryId }) => relevant.has(memoryId)).slice(0, Math.ceil(size / 5));
  return [
    ...needed,
    ...shuffled(
      memories.filter(({ memoryId }) => !relevant.has(memoryId)),
      random,
    ),
  ].slice(0, size);
}

function samples(model, store, question, label) {
  const { ranked } = ask(model, store, question);
  const field = fieldStrength(ranked.map(({ score }) => score));
  return ranked.slice(0, depth).map(({ memoryId, score }, place) => ({
    ...label,
    place,
    row: [logScore(score), field],
    label: question.relevant.has(memoryId) ? 1 : 0,
  }));
}
