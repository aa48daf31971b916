/**
 * Search on the test tenant as a client sees it: the service is started on an empty folder, seeds itself, and is asked
 * every question of samples/test-tenant/truth/queries.json over HTTP. BM25 alone and the vectors alone stand beside it.
 * Then the small stores of `sets`, written by others than those who tune.
 *
 *     npm run eval:search [-- --model builtin] [--json FILE]
 *
 * With DATABASE_URL (an empty database) and QDRANT_URL the service runs on these.
 */
import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { Client, tenantId } from './client.mjs';
import { openTenants } from '../eval-retrieval/tenants.mjs';
import { askKinds, firstRows, keptRows, relevanceRows } from './kinds.mjs';
import { median, qualityRows, table, thresholdRows } from './report.mjs';
import { openRivals } from './rivals.mjs';
import { startService } from './service.mjs';
import { readMemories, readQuestions } from './truth.mjs';

/** As deep as a client looks. */
const depth = 50;
const thresholds = [0.3, 0.5];
const { values: options } = parseArgs({
  options: { json: { type: 'string' }, model: { type: 'string', default: 'builtin' } },
});

const memories = readMemories();
const questions = readQuestions(memories);
const tenants = await openTenants((env) => startService({ ...env, EMBEDDING_MODEL: options.model }), {
  SEED_TEST_TENANT: 'on',
});
try {
  const service = { url: tenants.url, key: await tenants.tokenFor(tenantId) };
  const runs = await askAll(await Client.open(service, memories));
  const rivals = await openRivals(memories, options.model);
  for (const run of runs) Object.assign(run.ranked, await rivals.rank(run.question, depth));
  print(runs);
  const asked = await askKinds(tenants);
  console.log(`\nSmall stores, the right memory first:\n\n${table(firstRows(asked))}`);
  console.log(`\nThe relevance that is shown:\n\n${table(relevanceRows(asked))}`);
  console.log(`\nWhat minRelevance keeps:\n\n${table(keptRows(asked))}`);
} finally {
  await tenants.stop();
}

/** One run a question: [{ question, ranked: { service: [externalId] }, shown: { 0.3: [externalId], … }, milliseconds }]. */
async function askAll(client) {
  await client.search(questions[0], depth);
  const runs = [];
  for (const question of questions) {
    const { found, milliseconds } = await client.search(question, depth);
    const shown = {};
    for (const least of thresholds) shown[least] = (await client.search(question, depth, least)).found;
    runs.push({ question, ranked: { service: found }, shown, milliseconds });
  }
  return runs;
}

function print(runs) {
  const quality = qualityRows(runs);
  const minRelevance = thresholdRows(runs, thresholds);
  const times = runs.map(({ milliseconds }) => milliseconds);
  const medianMs = median(times, 1);
  const unanswerable = questions.filter(({ grades }) => grades.size === 0).length;
  console.log(`${questions.length} questions on ${memories.length} memories, ${depth} results each:`);
  console.log(`\n${table(quality)}\n`);
  console.log(
    `The ${unanswerable} without an answer that get any result, and the others that still get one of grade 2:`,
  );
  console.log(`\n${table(minRelevance)}\n\nA search takes ${medianMs} ms over HTTP (median).`);
  if (options.json) {
    const detail = runs.map(({ question, ranked, shown }) => ({ id: question.id, ranked, shown }));
    writeFileSync(options.json, `${JSON.stringify({ quality, minRelevance, medianMs, questions: detail }, null, 2)}\n`);
  }
}
