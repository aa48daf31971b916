/** Sets of records as indexed memories and embedded questions. */
import { resolve } from 'node:path';
import { TextWorkers } from '../../dist/libs/retrieval/embedding/text-workers.js';
import { TransformersEmbedder } from '../../dist/libs/retrieval/embedding/transformers.embedder.js';
import { RetrievalService } from '../../dist/libs/retrieval/retrieval.service.js';
import { CONTENT_HEADS, HEAD_LENGTH, TIME_OF_DAY } from './content-heads.mjs';
import { memoryIdOf } from './corpus.mjs';

/** Few enough to lose little where the embedder gives up: its time limit is that of a service, and here nobody waits. */
const aBatch = 32;
const mostTries = 20;

export async function openModel(name, modelsDir) {
  const config = { embeddingModel: name, modelsDir: resolve(modelsDir), modelsRemote: false, embeddingThreads: 2 };
  const pool = new TextWorkers(config);
  const embedder = new TransformersEmbedder(config.embeddingModel, config, pool);
  await embedder.load();
  return {
    embedder,
    service: new RetrievalService({ all: [] }, pool),
  };
}

export async function prepareSets({ embedder, service }, sets) {
  const prepared = [];
  for (const set of sets) {
    const documents = set.records.map((record) => ({
      ...record,
      memoryId: memoryIdOf(record.id),
      version: 1,
      createdAt: new Date(0),
    }));
    const indexed = [];
    for (let start = 0; start < documents.length; start += aBatch) {
      const part = documents.slice(start, start + aBatch);
      indexed.push(...(await patiently(() => service.prepareDocuments(part, embedder))));
    }
    const memories = indexed.map((memory, order) => ({ ...memory, ...standing(set, set.records[order], order) }));
    const memoryOf = new Map(set.records.flatMap(({ id, holds }) => holds.map((held) => [held, memoryIdOf(id)])));
    const questions = [];
    for (const { query, relevant, category, holds } of set.questions) {
      const ids = new Set(relevant.map((id) => memoryOf.get(id)).filter(Boolean));
      if (ids.size === 0 && relevant.length > 0) continue;
      const vector = await patiently(() => embedder.embedQuery(query));
      const within = holds && new Set([...holds].map((id) => memoryOf.get(id)));
      questions.push({ query, category, relevant: ids, vector, within });
    }
    prepared.push({ ...set, memories, questions });
    process.stderr.write(`\r${prepared.length} of ${sets.length} sets prepared`);
  }
  process.stderr.write('\n');
  return prepared;
}

/** A large model beside other work on a slow machine is late now and then. */
async function patiently(work) {
  for (let tries = 1; ; tries++) {
    try {
      return await work();
    } catch (error) {
      if (error.kind !== 'externalService' || tries === mostTries) throw error;
    }
  }
}

/** Where a memory stands in its conversation, as the database keeps it. */
function standing(set, { metadata, content }, order) {
  const head = headOf(content);
  const session = metadata.sessionId ?? head?.day;
  return { session: session && `${set.name} ${session}`, speaker: metadata.speaker ?? head?.speaker, order };
}

function headOf(content) {
  for (const { pattern, date, speaker } of CONTENT_HEADS) {
    const found = new RegExp(pattern, 'i').exec(content.slice(0, HEAD_LENGTH));
    if (found) return { day: found[date].replace(new RegExp(TIME_OF_DAY, 'i'), ''), speaker: found[speaker] };
  }
  return undefined;
}
