/**
 * Measures retrieval on question sets and fits the relevance weights of a model.
 *
 *     npm run build && node tools/calibration/calibrate.mjs --data ../shared/data [--sets locomo-dev,qmsum]
 *         [--model builtin] [--models-dir DIR] [--most 6] [--sizes 3,10,50,200,1000,5000] [--floor 0.75] [--quality-only]
 *
 * --most: of each set at most so many conversations, for a model that takes long.
 *
 * Weights go by hand into libs/retrieval/embedding/model-constants.ts.
 */
import { parseArgs } from 'node:util';
import { datedContent } from '../eval-retrieval/dated-content.mjs';
import { mixLengths, readSets } from './corpus.mjs';
import { readOwnKinds } from './own-kinds.mjs';
import { openModel, prepareSets } from './prepare.mjs';
import { crossValidate } from './fit.mjs';
import { qualityTable } from './quality.mjs';
import { collectOwnSamples, collectSamples, runSet } from './runs.mjs';

const { values: options } = parseArgs({
  options: {
    data: { type: 'string' },
    sets: { type: 'string', default: 'locomo-dev,qmsum' },
    model: { type: 'string', default: 'builtin' },
    'models-dir': { type: 'string', default: 'models' },
    sizes: { type: 'string', default: '3,10,50,200,1000,5000' },
    most: { type: 'string' },
    floor: { type: 'string', default: '0.75' },
    'quality-only': { type: 'boolean', default: false },
  },
});
if (!options.data) throw new Error('--data FOLDER is missing');

const model = await openModel(options.model, options['models-dir']);
const collections = options.sets.split(',');
const sets = readSets(options.data, collections, options.most && Number(options.most));
const short = await prepareSets(model, sets);
for (const collection of collections) {
  const runs = short.filter((set) => set.collection === collection).flatMap((set) => runSet(model, set));
  console.log(`\n${collection}: ${runs.length} questions, ${model.embedder.model.id}`);
  console.table(qualityTable(runs));
}
if (!options['quality-only']) {
  const mixed = await prepareSets(model, sets.map(mixLengths));
  const chats = short.filter(({ records }) => records.every(({ metadata }) => metadata.occurredAt));
  const dated = await prepareSets(
    model,
    sets.filter(({ name }) => chats.some((chat) => chat.name === name)).map(datedContent),
  );
  const sizes = options.sizes.split(',').map(Number);
  const samples = [
    ...collectSamples(model, short, sizes, 'short'),
    ...collectSamples(model, mixed, sizes, 'mixed'),
    ...collectOwnSamples(model, [...chats, ...dated]),
  ];
  samples.push(...collectOwnSamples(model, await prepareSets(model, readOwnKinds())));
  crossValidate(model, samples, { floor: Number(options.floor) });
}
