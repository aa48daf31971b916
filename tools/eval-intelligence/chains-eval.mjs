/** Chains of a split, ours beside the rivals'; each answer against the story that was asked for. */
import { reconstructChains } from '../../dist/libs/analysis/index.js';
import { RIVALS } from './chain-rivals.mjs';
import { addAnswer, calibrationError, emptyScore, f1, merged } from './chain-scores.mjs';
import { readPlanted, readSample, readStories, readPlain, smallTenantsOf, withDecisionIds } from './chain-sets.mjs';
import { inputFor, openEmbedding, openTenant } from './chain-tenant.mjs';

/** Other stories than those that the models are fitted on, also where the phrasings are the same. */
const seeds = [11, 12, 13];
const SPLITS = {
  seen: () => [...readStories('seen'), readSample()],
  'held out': () => readStories('held-out'),
  oblique: () => readStories('oblique'),
  'planted, seen phrasings': () => readPlanted('seen', seeds),
  'planted, held-out phrasings': () => readPlanted('held-out', seeds),
  'planted, more kinds of notes': () => readPlanted('more-kinds', seeds),
  'small tenants, seen': () => smalls('seen'),
  'small tenants, held out': () => smalls('held-out'),
  'small tenants, more kinds of notes': () => plantedOnce('more-kinds').flatMap(smallTenantsOf),
  'plain stories': () => readPlain('held-out'),
  'small tenants, plain stories': () => readPlain('held-out').flatMap(smallTenantsOf),
  'plain stories, with links': () => readPlain('held-out').map(withDecisionIds),
  'small tenants, plain stories, with links': () => readPlain('held-out').flatMap(smallTenantsOf).map(withDecisionIds),
};

function smalls(folder) {
  return [...readStories(folder), ...plantedOnce(folder)].flatMap(smallTenantsOf);
}

function plantedOnce(folder) {
  return readPlanted(folder, seeds.slice(0, 1));
}

/** How the questions of a planted story are asked, in their order. */
const TOPIC_KINDS = ['by a heading', 'as a question', 'by keywords', 'in other words'];

/** @param split of `SPLITS` */
export async function evaluateChains(split, print) {
  const model = await openEmbedding();
  const sets = SPLITS[split]();
  const ways = { Mneme: reconstructChains, ...RIVALS };
  const scores = Object.fromEntries(Object.keys(ways).map((way) => [way, []]));
  const byKind = split.startsWith('planted') ? new Map(TOPIC_KINDS.map((kind) => [kind, emptyScore()])) : new Map();
  const nothing = { plain: emptyScore(), named: emptyScore() };
  for (const set of sets) {
    const tenant = await openTenant(model, set.memories);
    const own = Object.fromEntries(Object.keys(ways).map((way) => [way, emptyScore()]));
    for (const { topic, story, kind } of questionsOf(set)) {
      const input = await inputFor(tenant, topic);
      for (const [way, answer] of Object.entries(ways)) {
        const report = answer(input);
        addAnswer(own[way], report, story);
        if (way !== 'Mneme') continue;
        const part = story === undefined ? nothing[kind] : byKind.get(kind);
        if (part) addAnswer(part, report, story);
      }
    }
    for (const way of Object.keys(ways)) scores[way].push(own[way]);
    if (!split.startsWith('small')) print(row(`${set.name}, Mneme`, own.Mneme));
  }
  const names = [...new Set(sets.map(({ name }) => name))];
  if (split.startsWith('small tenants, plain stories')) {
    for (const name of names)
      print(row(`${name}, Mneme`, merged(scores.Mneme.filter((_, i) => sets[i].name === name))));
  }
  print(`\nDecision chains, ${split}, ${sets.length} tenants: ${names.join(', ')}`);
  print('| way | edge F1 | node F1 | decision first | in top 3 | off-topic false | calibration error | answered |');
  print('|---|---|---|---|---|---|---|---|');
  for (const way of Object.keys(ways)) print(row(way, merged(scores[way])));
  for (const [kind, score] of byKind) print(row(`Mneme, asked ${kind}`, score));
  print(offTopicLine(nothing));
}

function questionsOf({ stories, offTopic, offTopicNamed }) {
  return [
    ...stories.flatMap((story) => story.topics.map((topic, i) => ({ topic, story, kind: TOPIC_KINDS[i] }))),
    ...offTopic.map((topic) => ({ topic, kind: 'plain' })),
    ...offTopicNamed.map((topic) => ({ topic, kind: 'named' })),
  ];
}

function offTopicLine({ plain, named }) {
  const known = `Of ${plain.off} questions about nothing Mneme answers with a story for ${plain.offFalse}`;
  if (named.off === 0) return `${known}.`;
  return `${known}; of ${named.off} more that name a project of the tenant, for ${named.offFalse}.`;
}

function row(name, { questions, topThree, first, off, offFalse, nodes, edges, trunks }) {
  const share = (a, b) => (b === 0 ? 'none' : (a / b).toFixed(3));
  const error = trunks.length === 0 ? 'none' : calibrationError(trunks).toFixed(3);
  const answered = trunks.length === 0 ? 'not counted' : `${trunks.length} of ${questions}`;
  return `| ${[name, f1(edges).toFixed(3), f1(nodes).toFixed(3), share(first, questions), share(topThree, questions), share(offFalse, off), error, answered].join(' | ')} |`;
}
