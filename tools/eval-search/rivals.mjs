/** What either half of the service finds alone, on the same words and vectors: BM25, and the cosine. */
import { resolve } from 'node:path';
import { labelText } from '../../dist/libs/retrieval/lexical/document-analysis.js';
import { analyze } from '../../dist/libs/retrieval/lexical/analyzer.js';
import { openModel } from '../calibration/prepare.mjs';
import { satisfies } from './truth.mjs';

const k1 = 1.2;
const b = 0.75;

/** @returns { rank(question, depth): { bm25: [externalId], dense: [externalId] } } */
export async function openRivals(memories, model) {
  const { embedder } = await openModel(model, resolve('models'));
  const vectors = await embedder.embed(memories.map(({ content }) => content));
  const bm25 = bm25Of(memories);
  const rank = async ({ query, filter }, depth) => {
    const allowed = [...memories.keys()].filter((i) => satisfies(memories[i], filter));
    const lexical = bm25(query);
    const vector = await embedder.embedQuery(query);
    const cosines = vectors.map((each) => each.reduce((sum, value, j) => sum + value * vector[j], 0));
    const best = (scores, indexes) =>
      indexes
        .sort((i, j) => scores[j] - scores[i] || i - j)
        .slice(0, depth)
        .map((i) => memories[i].externalId);
    return {
      bm25: best(
        lexical,
        allowed.filter((i) => lexical[i] > 0),
      ),
      dense: best(cosines, [...allowed]),
    };
  };
  return { rank };
}

/** A function from a query to the score of every memory; the words are those that the service indexes. */
function bm25Of(memories) {
  const documents = memories.map(({ content, tags, metadata }) =>
    counts([...analyze(content), ...analyze(labelText(tags, metadata))]),
  );
  const lengths = documents.map((document) => [...document.values()].reduce((sum, count) => sum + count, 0));
  const mean = lengths.reduce((sum, length) => sum + length, 0) / lengths.length;
  const frequencies = counts(documents.flatMap((document) => [...document.keys()]));
  return (query) => {
    const terms = analyze(query).map((term) => [term, idf(frequencies.get(term) ?? 0, documents.length)]);
    return documents.map((document, i) =>
      terms.reduce((sum, [term, weight]) => {
        const count = document.get(term) ?? 0;
        return sum + (weight * count * (k1 + 1)) / (count + k1 * (1 - b + (b * lengths[i]) / mean));
      }, 0),
    );
  };
}

function counts(items) {
  const result = new Map();
  for (const item of items) result.set(item, (result.get(item) ?? 0) + 1);
  return result;
}

function idf(frequency, documents) {
  return Math.log(1 + (documents - frequency + 0.5) / (frequency + 0.5));
}
