/** A tenant in memory that answers as the service does: the same retrieval, the same features, the same order of steps. */
import { resolve } from 'node:path';
import {
  backgroundOf,
  centredOn,
  countedTag,
  extractFeatures,
  likelyDecisions,
  PROTOTYPE_SENTENCES,
  topicWordsOf,
} from '../../dist/libs/analysis/index.js';
import { bucketOf } from '../../dist/libs/intelligence/feature-rows.js';
import { centredInput } from '../../dist/libs/analysis/chains/fitting.js';
import { queryWords, weighTerms } from '../../dist/libs/retrieval/lexical/query-terms.js';
import { rank } from '../../dist/libs/retrieval/relevance.js';
import { wholeTies } from '../../dist/libs/retrieval/whole-ties.js';
import { openModel } from '../calibration/prepare.mjs';
import { ExactStore } from '../calibration/exact-store.mjs';

const aBatch = 64;
const eachChannel = 200;
const sampled = 300;
const buckets = 1_024;

export async function openEmbedding(name = 'builtin') {
  const model = await openModel(name, resolve('models'));
  const prototypes = {};
  for (const [role, sentences] of Object.entries(PROTOTYPE_SENTENCES)) {
    prototypes[role] = (await model.embedder.embed(sentences)).map(unit);
  }
  return { ...model, prototypes };
}

/** @param memories `links` of one that has any: what metadata says, as [{ kind, to }] */
export async function openTenant(model, memories) {
  const indexed = [];
  for (let start = 0; start < memories.length; start += aBatch) {
    const documents = memories
      .slice(start, start + aBatch)
      .map((memory) => ({ ...memory, memoryId: memory.id, version: 1 }));
    indexed.push(...(await model.service.prepareDocuments(documents, model.embedder)));
  }
  const rows = memories.map((memory, i) => rowOf(memory, indexed[i]));
  rows.sort((a, b) => a.at - b.at || (a.id < b.id ? -1 : 1));
  const within = Math.ceil((sampled * buckets) / rows.length);
  return {
    model,
    rows,
    byId: new Map(rows.map((row) => [row.id, row])),
    store: new ExactStore(indexed, model.embedder.model.dimensions),
    background: backgroundOf(
      rows.filter(({ content, at }) => bucketOf(content, at) < within).map(({ vector }) => vector),
      model.prototypes,
    ),
    entityCounts: countsOf(rows),
    asOf: rows.at(-1).at,
  };
}

function rowOf({ id, type, content, importance, tags, metadata, createdAt, links = [] }, { points }) {
  const features = extractFeatures({ content, type, tags, metadata, createdAt });
  const vector = unit(
    points.reduce(
      (sum, point) => sum.map((value, i) => value + point.vector[i]),
      new Float32Array(points[0].vector.length),
    ),
  );
  const storedAt = createdAt.getTime();
  return {
    id,
    at: features.eventTime,
    storedAt,
    type,
    content,
    importance,
    tags,
    features,
    vector,
    relevance: 0,
    links,
  };
}

function countsOf(rows) {
  const counts = new Map();
  for (const { features, tags } of rows) {
    for (const thing of new Set([...features.entities, ...tags.map(countedTag)])) {
      counts.set(thing, (counts.get(thing) ?? 0) + 1);
    }
  }
  return counts;
}

/** A tenant's memories and the prototypes of the roles, as all of them are seen from its centre. */
export function seenFromCentre({ rows, background, model }) {
  const topic = { vector: new Float32Array(), words: [] };
  const { memories, prototypes } = centredInput({ topic, memories: rows, background, prototypes: model.prototypes });
  return { memories, prototypes, background };
}

/** Hits for a text and a vector with their relevance, most relevant first. */
function around({ model, store, background }, query, vector, each) {
  const words = queryWords(query);
  const terms = weighTerms(words, store.frequencies(words.map(({ term }) => term)));
  const constants = model.embedder.model;
  const { hits } = store.search(centredOn(background.centre, vector), terms, constants.lexicalWeight, each + 1);
  const request = { query, limit: 2 * each };
  return rank({ request, model: constants, words, terms, hits: wholeTies(hits, each + 1) });
}

export function unit(vector) {
  const length = Math.hypot(...vector) || 1;
  return Float32Array.from(vector, (value) => value / length);
}

const seeds = 20;
const rare = 40;
const mostMemories = 600;
const nearDecision = 40;

/** What the topic itself brings: see docs/intelligence.md, "What is looked at". */
export async function firstLook(tenant, topic) {
  const vector = unit(await tenant.model.embedder.embedQuery(topic));
  const hits = around(tenant, topic, vector, eachChannel);
  const relevance = new Map(hits.map((hit) => [hit.memoryId, hit.relevance]));
  const seeded = hits.slice(0, seeds).map(({ memoryId }) => memoryId);
  const words = topicWordsOf(topic);
  const vectors = (await tenant.model.embedder.embed(words)).map(unit);
  return {
    topic: { text: topic, vector, words: words.map((word, i) => ({ word, vector: vectors[i] })) },
    memories: withRelevance(tenant, [...relevance.keys(), ...sharing(tenant, seeded)], relevance),
    background: tenant.background,
    prototypes: tenant.model.prototypes,
    tenantSize: tenant.rows.length,
    entityCounts: tenant.entityCounts,
    asOf: tenant.asOf,
  };
}

/** What reconstructChains is given for a topic: what it brings, and what is around the likeliest decisions among that. */
export async function inputFor(tenant, topic, weights) {
  return secondLook(tenant, await firstLook(tenant, topic), weights);
}

/** @param first what the topic itself brings */
export function secondLook(tenant, first, weights) {
  const likely = likelyDecisions(first, weights);
  const proposed = first.memories.filter((memory) => memory.relevance > 0);
  const ids = [...proposed.map(({ id }) => id), ...likely, ...sharing(tenant, likely)];
  for (const id of likely) {
    const { content, vector } = tenant.byId.get(id);
    ids.push(...around(tenant, content, vector, nearDecision).map(({ memoryId }) => memoryId));
  }
  return {
    ...first,
    memories: withRelevance(tenant, ids, new Map(proposed.map(({ id, relevance }) => [id, relevance]))),
  };
}

function withRelevance({ byId }, ids, relevance) {
  return [...new Set(ids)].slice(0, mostMemories).map((id) => ({ ...byId.get(id), relevance: relevance.get(id) ?? 0 }));
}

/** Memories that share a rare name or tag with these. */
function sharing(tenant, ids) {
  tenant.holders ??= holdersOf(tenant.rows);
  const things = new Set(ids.flatMap((id) => thingsOf(tenant.byId.get(id))));
  return [...things]
    .map((thing) => tenant.holders.get(thing) ?? [])
    .filter((holders) => holders.length <= rare)
    .flat();
}

function thingsOf({ features, tags }) {
  return [...new Set([...features.entities, ...tags.map(countedTag)])];
}

function holdersOf(rows) {
  const holders = new Map();
  for (const row of rows) {
    for (const thing of thingsOf(row)) {
      if (!holders.has(thing)) holders.set(thing, []);
      holders.get(thing).push(row.id);
    }
  }
  return holders;
}
