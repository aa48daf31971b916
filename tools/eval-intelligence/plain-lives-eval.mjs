/** Tenants in plain language, with tags and without: what is reported first, and what of the planted is found. */
import { featureRows } from '../../dist/libs/intelligence/stored-form/feature-rows.js';
import { unpackObservations } from '../../dist/libs/intelligence/stored-form/packed-observation.js';
import { findPatterns } from '../../dist/libs/analysis/index.js';
import { openEmbedding } from './chain-tenant.mjs';
import { memoriesOf, plainLives } from './plain-lives.mjs';

const OPTIONS = { minOccurrences: 3, timezone: 'UTC' };
const A_BATCH = 64;
const SHOWN = 10;

export async function evaluatePlainLives(print) {
  const { embedder } = await openEmbedding();
  print('\n## Patterns, tenants in plain language');
  for (const script of plainLives()) {
    for (const isTagged of [true, false]) {
      const observations = await observationsOf(memoriesOf(script, isTagged), embedder);
      const { patterns } = findPatterns(observations, OPTIONS);
      const established = patterns.filter(({ tier }) => tier === 'established');
      const missed = script.planted.filter((plant) => !established.some((pattern) => agrees(pattern, plant)));
      const found = script.planted.length - missed.length;
      print(
        `\n${script.name}, ${isTagged ? 'with' : 'without'} tags: ${found} of ${script.planted.length} planted found`,
      );
      for (const { family } of missed) print(`missed: ${family}`);
      for (const { sentence, description } of patterns.slice(0, SHOWN)) print(`- ${sentence} (${description})`);
    }
  }
}

/** As the service stores and reads them. */
async function observationsOf(documents, embedder) {
  const vectors = [];
  for (let from = 0; from < documents.length; from += A_BATCH) {
    const contents = documents.slice(from, from + A_BATCH).map(({ content }) => content);
    vectors.push(...(await embedder.embed(contents)));
  }
  const flat = new Float32Array(vectors.flatMap((vector) => [...vector]));
  const rows = featureRows({ documents, vectors: flat });
  return [...unpackObservations(Buffer.concat(rows.map(({ packed }) => Buffer.from(packed, 'base64'))))];
}

function agrees({ family, items, params }, plant) {
  const names = items.map(({ name }) => name.toLowerCase().replaceAll('-', ' ').replace(/s$/, ''));
  return (
    family === plant.family &&
    (plant.words ?? []).every((word) => word.split('|').some((either) => names.includes(either))) &&
    (plant.weekday === undefined || params.weekday === plant.weekday) &&
    (plant.direction === undefined || params.direction === plant.direction) &&
    (plant.chosen === undefined || params.chosen === plant.chosen) &&
    (plant.intervalDays === undefined || Math.abs(params.intervalDays - plant.intervalDays) <= 2)
  );
}
