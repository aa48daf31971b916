/**
 * A tenant in memory that answers nearly as the service does. Features, ranking and analysis are the service's own code;
 * the steps between are those of its `CandidateMemories`, `LinkedMemories` and `TenantBaseline`, written again without a
 * database. So are the limits below but `MAX_MEMORIES`: there they are private, and to be changed in both places.
 *
 * It differs where no figure should: the whole of a memory is read (there 2,000 characters), all memories count (there
 * those stored by `asOf`, of a time range), and where more come than are looked at, the order of ids, which are no
 * UUIDs here, may settle which.
 */
import { resolve } from 'node:path';
import {
  backgroundOf,
  centredOn,
  countedTag,
  extractFeatures,
  likelyDecisions,
  MAX_MEMORIES,
  PROTOTYPE_SENTENCES,
  topicOfDecision,
  topicWordsOf,
} from '../../dist/libs/analysis/index.js';
import { bucketOf } from '../../dist/libs/intelligence/stored-form/feature-rows.js';
import { centredInput } from '../../dist/libs/analysis/chains/evaluation.js';
import { queryWords } from '../../dist/libs/retrieval/lexical/query-words.js';
import { weighTerms } from '../../dist/libs/retrieval/lexical/weigh-terms.js';
import { rank } from '../../dist/libs/retrieval/relevance.js';
import { wholeTies } from '../../dist/libs/retrieval/whole-ties.js';
import { openModel } from '../calibration/prepare.mjs';
import { ExactStore } from '../calibration/exact-store.mjs';

const aBatch = 64;
const eachChannel = 200;
const sampled = 300;
const buckets = 1_024;

export async function openEmbedding(name = 'builtin-fast') {
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
    holders: holdersOf(rows),
    linking: linkingOf(rows),
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
    links: links.filter(({ to }) => to !== id),
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
  const constants = { ...model.embedder.model, ...model.embedder.model.analyses };
  const { hits } = store.search(centredOn(background.centre, vector), terms, constants, each + 1);
  const request = { query, limit: 2 * each };
  return rank({ request, vector, model: constants, words, terms, hits: wholeTies(hits, each + 1) });
}

export function unit(vector) {
  const length = Math.hypot(...vector) || 1;
  return Float32Array.from(vector, (value) => value / length);
}

const seeds = 20;
const rare = 40;
const mostLinks = 20;
const nearDecision = 40;

/** What the topic itself brings: see docs/internals/evaluation-of-intelligence.md, "What chains look at". */
export async function firstLook(tenant, topic) {
  const vector = unit(await tenant.model.embedder.embedQuery(topic));
  const hits = around(tenant, topic, vector, eachChannel);
  const relevance = new Map(hits.map((hit) => [hit.memoryId, hit.relevance]));
  const seeded = hits.slice(0, seeds).map(({ memoryId }) => memoryId);
  const words = topicWordsOf(topic);
  const vectors = (await tenant.model.embedder.embed(words)).map(unit);
  return {
    topic: { text: topic, vector, words: words.map((word, i) => ({ word, vector: vectors[i] })) },
    memories: withRelevance(tenant, [...relevance.keys(), ...beside(tenant, seeded)], relevance),
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

/** What reconstructChains is given for a decision that is named by its id. */
export async function inputForDecision(tenant, decisionId) {
  const first = await firstLook(tenant, topicOfDecision(tenant.byId.get(decisionId).content));
  const memories = [...first.memories, { ...tenant.byId.get(decisionId), relevance: 0 }];
  return { ...secondLook(tenant, { ...first, memories }, undefined, [decisionId]), decisionId };
}

/** @param first what the topic itself brings */
export function secondLook(tenant, first, weights, likely = likelyDecisions(first, weights)) {
  const proposed = first.memories.filter((memory) => memory.relevance > 0);
  const ids = [...proposed.map(({ id }) => id), ...likely, ...beside(tenant, likely)];
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
  return [...new Set(ids)].slice(0, MAX_MEMORIES).map((id) => ({ ...byId.get(id), relevance: relevance.get(id) ?? 0 }));
}

/** What is linked to these two hops out, then who shares a rare name or tag with them. */
function beside(tenant, ids) {
  const once = linkedTo(tenant, ids);
  return [...once, ...linkedTo(tenant, once.slice(0, MAX_MEMORIES)), ...sharing(tenant, ids)];
}

function linkedTo({ byId, linking }, ids) {
  const targets = ids.flatMap((id) => byId.get(id).links.map(({ to }) => to)).filter((to) => byId.has(to));
  return [...new Set([...targets, ...ids.flatMap((id) => (linking.get(id) ?? []).slice(0, mostLinks))])];
}

function sharing({ byId, holders }, ids) {
  const things = new Set(ids.flatMap((id) => thingsOf(byId.get(id))));
  return [...things]
    .map((thing) => holders.get(thing) ?? [])
    .filter((held) => held.length <= rare)
    .flat();
}

/** Names, and tags as they are spelt: here nothing is counted that is only nearly the same. */
function thingsOf({ features, tags }) {
  return [...new Set([...features.entities, ...tags.map((tag) => `#${tag}`)])];
}

/** Who holds each name and tag. */
function holdersOf(rows) {
  return byKey(rows, thingsOf);
}

/** Who links to each memory. */
function linkingOf(rows) {
  return byKey(rows, ({ links }) => [...new Set(links.map(({ to }) => to))]);
}

/** IDs of rows by what `keysOf` finds in them, ascending. */
function byKey(rows, keysOf) {
  const ids = new Map();
  for (const row of rows) {
    for (const key of keysOf(row)) {
      if (!ids.has(key)) ids.set(key, []);
      ids.get(key).push(row.id);
    }
  }
  for (const each of ids.values()) each.sort();
  return ids;
}
