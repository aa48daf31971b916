/** A real life: what is found in two years of a diary, and what in the same days once they have exchanged their dates. */
import { readFileSync } from 'node:fs';
import { findPatterns } from '../../dist/libs/analysis/index.js';
import { Seeded } from './seeded.mjs';
import { tablePrinter } from './table-printer.mjs';

const OPTIONS = { minOccurrences: 3, timezone: 'UTC' };
/** What goes together on one day stays together whatever its date: shuffled dates say nothing of it. */
const OF_ONE_DAY = 'association';
const MAX_PAIRS = 8;

export function evaluateDiary({ shuffles }, print) {
  const days = readDays();
  const found = established(days);
  print(`\n## Patterns, Pepys's diary (${days.length} days)\n`);
  const row = tablePrinter(['family', 'reported', 'p'], print);
  for (const { family, description, stats } of found.filter(({ family }) => family !== OF_ONE_DAY))
    row({ family, reported: description, p: stats.p.toExponential(0) });
  const pairs = found.filter(({ family }) => family === OF_ONE_DAY);
  print(`\n${pairs.length} pairs, the clearest: ${pairs.slice(0, MAX_PAIRS).map(titleOf).join('; ')}.`);
  let chance = 0;
  for (let shuffle = 0; shuffle < shuffles; shuffle += 1) {
    const dates = new Seeded(shuffle * 7919 + 13).shuffle(days.map(({ at }) => at));
    const shuffled = days.map((day, index) => ({ ...day, at: dates[index] }));
    chance += established(shuffled).filter(({ family }) => family !== OF_ONE_DAY).length;
  }
  print(`\nOther than pairs in ${shuffles} shuffles of the dates: ${chance}.`);
}

function titleOf({ title }) {
  return title;
}

function established(observations) {
  return findPatterns(observations, OPTIONS).patterns.filter(({ tier }) => tier === 'established');
}

/** A day is one memory of the evening; its words are its tags. */
function readDays() {
  const text = readFileSync(new URL('texts/pepys/days.txt', import.meta.url), 'utf8');
  return text
    .trim()
    .split('\n')
    .map((line) => {
      const [date, ...tags] = line.split(' ');
      const at = Date.parse(`${date}T21:00:00Z`);
      return { id: date, at, type: 'episodic', importance: 0.5, tags, entities: [], valence: 0 };
    });
}
