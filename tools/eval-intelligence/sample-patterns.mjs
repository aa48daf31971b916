import { readFileSync } from 'node:fs';
import { findPatterns } from '../../dist/libs/analysis/index.js';

const folder = new URL('../../samples/test-tenant/', import.meta.url);

/**
 * The test tenant against its truth file: `[{ id, family, isLookalike, isFound, description }]`. What texts express and
 * no field says (feelings, choices) is taken from the truth's labels: this judges the tests, not the reading of texts.
 */
export function samplePatterns() {
  const truth = JSON.parse(readFileSync(new URL('truth/patterns.json', folder), 'utf8'));
  const { patterns } = findPatterns(observations(truth.labels), { minOccurrences: 3, timezone: 'UTC' });
  const established = patterns.filter(({ tier }) => tier === 'established');
  const row = (isLookalike) => (entry) => {
    const found = established.find((pattern) => agrees(pattern, entry));
    const { id, family, description } = entry;
    return { id, family, description, isLookalike, isFound: found !== undefined, reported: found?.description };
  };
  return [...truth.patterns.map(row(false)), ...truth.lookalikes.map(row(true))];
}

function observations({ valence, preferenceChoice }) {
  const [good, bad] = [new Set(valence.positive), new Set(valence.negative)];
  const choices = Object.entries(preferenceChoice).flatMap(([chosen, ids]) => ids.map((id) => [id, chosen]));
  const chosenBy = new Map(choices);
  const lines = readFileSync(new URL('memories.ndjson', folder), 'utf8').trim().split('\n');
  return lines.map(JSON.parse).map((memory) => ({
    id: memory.externalId,
    at: Date.parse(memory.metadata?.occurredAt ?? memory.createdAt),
    type: memory.type,
    importance: memory.importance ?? 0.5,
    tags: memory.tags ?? [],
    entities: [],
    valence: Number(good.has(memory.externalId)) - Number(bad.has(memory.externalId)),
    choice: choiceOf(chosenBy.get(memory.externalId)),
  }));
}

function choiceOf(chosen) {
  return chosen === undefined ? undefined : { chosen, instead: chosen === 'repair' ? 'new' : 'repair' };
}

function agrees(pattern, { family, items, params }) {
  if (pattern.family !== family) return false;
  const named = pattern.items.map(({ name }) => name);
  if (family === 'preference') return pattern.params.chosen === params.chosen;
  if (family !== 'theme' && !items.every((item) => named.includes(item))) return false;
  if (family === 'sequence') return named[0] === items[0];
  if (family === 'theme') return items.some((item) => named[0].split(', ').includes(item));
  if (params.direction !== undefined && pattern.params.direction !== params.direction) return false;
  if (params.weekday !== undefined && pattern.params.weekday !== params.weekday) return false;
  if (params.hour !== undefined && !(Math.abs(pattern.params.hour - params.hour) <= 1)) return false;
  return (
    params.intervalDays === undefined ||
    Math.abs(pattern.params.intervalDays - params.intervalDays) <= params.toleranceDays
  );
}
