/**
 * Small stores of one kind of text, each a tenant of its own: how often the right memory comes first, and what the
 * relevance that is shown is worth. The files of `sets` were written by others than those who tune.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { calibrationError } from '../calibration/logistic.mjs';

const folder = new URL('sets/', import.meta.url);
const shown = 5;
const thresholds = [0.1, 0.3, 0.5];

/**
 * @returns { kind, hand, stores: [{ name, referenceTime, memories: [{ id, content, occurredAt }],
 * questions: [{ query, answers: [id] }] }] } of each file; without an answer `answers` is empty
 */
export function readKinds() {
  return readdirSync(folder)
    .filter((file) => file.endsWith('.json'))
    .map((file) => JSON.parse(readFileSync(new URL(file, folder), 'utf8')));
}

/** @returns a run a question: [{ kind, store, query, answers, found: [{ name, relevance }] }] */
export async function askKinds(tenants) {
  const runs = [];
  for (const { kind, stores } of readKinds()) {
    for (const { name: store, memories, questions, referenceTime } of stores) {
      const tenant = await tenants.fill(memories.map(toRecord));
      for (const { query, answers } of questions) {
        const found = await tenant.search(query, shown, referenceTime && { referenceTime });
        runs.push({ kind, store, query, answers, found });
      }
    }
  }
  return runs;
}

function toRecord({ id, content, occurredAt }) {
  return { id, content, type: 'semantic', tags: [], metadata: occurredAt === undefined ? {} : { occurredAt } };
}

/** A row a kind: the right memory first, of the questions that have an answer. */
export function firstRows(runs) {
  return byKind(runs).map(([kind, part]) => {
    const asked = part.filter(hasAnswer);
    const missed = asked.filter((run) => !isRight(run)).map(({ query }) => query);
    return {
      kind,
      stores: String(new Set(part.map(({ store }) => store)).size),
      'right one first': share(asked, isRight),
      missed: missed.slice(0, 8).join(', ') || 'none',
    };
  });
}

/** A row a kind that has questions without an answer: what the relevance says. */
export function relevanceRows(runs) {
  return relevanceKinds(runs).map(([kind, part]) => {
    const best = part.flatMap(({ found, answers }) =>
      found.map(({ name, relevance }) => ({ relevance, right: answers.includes(name) ? 1 : 0 })),
    );
    const values = [best.map(({ relevance }) => relevance), best.map(({ right }) => right)];
    const none = part.filter((run) => !hasAnswer(run));
    return {
      kind,
      'right and first: over .3': share(part.filter(isRight), ({ found }) => found[0].relevance > 0.3),
      'no answer: under .3': share(none, ({ found }) => (found[0]?.relevance ?? 0) < 0.3),
      'calibration error, top 5': calibrationError(...values),
    };
  });
}

/** A row a kind and threshold: what `minRelevance` keeps. */
export function keptRows(runs) {
  return relevanceKinds(runs).flatMap(([kind, part]) =>
    thresholds.map((least) => {
      const kept = ({ found }) => found.filter(({ relevance }) => relevance >= least);
      const results = part.flatMap((run) => kept(run).map(({ name }) => run.answers.includes(name)));
      return {
        kind,
        minRelevance: least,
        'questions that keep an answer': share(part.filter(hasAnswer), (run) =>
          kept(run).some(({ name }) => run.answers.includes(name)),
        ),
        'without an answer that get nothing': share(
          part.filter((run) => !hasAnswer(run)),
          (run) => kept(run).length === 0,
        ),
        'of the results right': share(results, Boolean),
      };
    }),
  );
}

function relevanceKinds(runs) {
  return byKind(runs).filter(([, part]) => !part.every(hasAnswer));
}

function byKind(runs) {
  return [...new Set(runs.map(({ kind }) => kind))].map((kind) => [kind, runs.filter((run) => run.kind === kind)]);
}

function hasAnswer({ answers }) {
  return answers.length > 0;
}

function isRight({ found: [first], answers }) {
  return first !== undefined && answers.includes(first.name);
}

function share(items, test) {
  const count = items.filter(test).length;
  return `${count} of ${items.length}, ${((100 * count) / items.length).toFixed(1)} %`;
}
