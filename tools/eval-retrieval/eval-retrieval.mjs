/**
 * How well the service finds evidence, as a client sees it: a service is started on an empty folder, every set goes into
 * a tenant of its own through POST /memories/bulk, and every question is put to it over HTTP.
 *
 *     npm run eval:retrieval -- --data ../shared/data [--sets locomo-dev,qmsum] [--model builtin] [--models-dir DIR] [--json FILE]
 *
 * A set is a folder of NDJSON records beside a queries.json: [{ set, query, relevant: [externalId] }], `set` being the
 * name of the file. Sets whose records tell a date are asked twice: as they are, and with speaker and date in the content only.
 */
import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { readSets } from '../calibration/corpus.mjs';
import { startService } from '../eval-search/service.mjs';
import { datedContent } from './dated-content.mjs';
import { calibrationRow, qualityRows } from './measures.mjs';
import { printTable } from './print-table.mjs';
import { openTenants } from './tenants.mjs';

const { values: options } = parseArgs({
  options: {
    data: { type: 'string' },
    sets: { type: 'string' },
    model: { type: 'string', default: 'builtin' },
    'models-dir': { type: 'string', default: 'models' },
    json: { type: 'string' },
  },
});
if (!options.data) throw new Error('--data FOLDER is missing');

const collections = options.sets?.split(',') ?? foldersWithQuestions(options.data);
const tenants = await openTenants((env) =>
  startService({
    ...env,
    EMBEDDING_MODEL: options.model,
    MODELS_DIR: resolve(options['models-dir']),
    MODELS_REMOTE: 'off',
  }),
);
const results = [];
try {
  console.log(
    `Model ${options.model}. Percent; in brackets the 95 % interval of 1,000 bootstrap samples of the questions.`,
  );
  console.log(
    'fused: the order of the answer. cosine, coverage: the first 100 of the answer ordered by that number of',
  );
  console.log('their explanation alone, which stands for either channel by itself.');
  for (const collection of collections) {
    const sets = readSets(options.data, [collection]);
    await evaluate(`${collection}, records as they are`, sets);
    if (sets.every(({ records }) => records.every(({ metadata }) => metadata.occurredAt)))
      await evaluate(`${collection}, speaker and date in the content, no metadata`, sets.map(datedContent));
  }
} finally {
  await tenants.stop();
}
if (options.json) writeFileSync(options.json, `${JSON.stringify(results, null, 2)}\n`);

async function evaluate(title, sets) {
  const runs = [];
  for (const set of sets) {
    const tenant = await tenants.fill(set.records);
    for (const question of set.questions) {
      const relevant = new Set(question.relevant.filter((id) => tenant.holds(id)));
      if (relevant.size > 0) runs.push({ relevant, ...(await tenant.ask(question.query)) });
    }
  }
  const [quality, calibration] = [qualityRows(runs), calibrationRow(runs)];
  results.push({ title, questions: runs.length, quality, calibration });
  console.log(`\n${title}: ${sets.length} tenants, ${runs.length} questions\n`);
  printTable(quality);
  console.log('');
  printTable([calibration]);
}

function foldersWithQuestions(root) {
  return readdirSync(root)
    .filter((name) => existsSync(join(root, name, 'queries.json')))
    .sort();
}
