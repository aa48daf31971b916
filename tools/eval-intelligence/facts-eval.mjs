/** What chains state, on the test tenant asked in three ways and on tenants of plain notes. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { reconstructChains } from '../../dist/libs/analysis/index.js';
import { readPlain, readSample, smallTenantsOf, textsFolder } from './chain-sets.mjs';
import { inputFor, inputForDecision, openEmbedding, openTenant } from './chain-tenant.mjs';
import { addFacts, emptyFacts, mergedFacts } from './stated-facts.mjs';

const ASKED = JSON.parse(readFileSync(join(textsFolder, 'asked/test-tenant.json'), 'utf8'));
/** How the questions of a plain story are asked, in their order. */
const WAYS = ['heading', 'question', 'other'];

export async function evaluateFacts(print, { folder = 'held-out', showsFaults = false, only } = {}) {
  const model = await openEmbedding();
  print(
    '| tenants | asked | told | right | in hand | false superseded | false chosen | wrong rejected | node precision / recall | recall with possible | of other stories |',
  );
  print('|---|---|---|---|---|---|---|---|---|---|---|');
  const sample = readSample();
  await evaluateSets(model, 'test tenant', [sample], questionsOfSample, print, showsFaults);
  if (only === 'sample') return;
  const plain = readPlain(folder);
  await evaluateSets(
    model,
    `plain, ${folder}, small`,
    plain.flatMap(smallTenantsOf),
    questionsOfPlain,
    print,
    showsFaults,
  );
  if (only === 'small') return;
  await evaluateSets(model, `plain, ${folder}, 1,000`, plain, questionsOfPlain, print, showsFaults);
}

function questionsOfSample({ stories, offTopic }) {
  return [
    ...stories.flatMap((story) => [
      { topic: ASKED[story.id].own, story, way: 'own words' },
      { topic: ASKED[story.id].other, story, way: 'other words' },
      { topic: story.topics[0], story, way: 'heading' },
    ]),
    ...offTopic.map((topic) => ({ topic, way: 'nothing' })),
  ];
}

function questionsOfPlain({ stories, offTopic }) {
  return [
    ...stories.flatMap((story) => story.topics.map((topic, i) => ({ topic, story, way: WAYS[i] ?? 'more' }))),
    ...offTopic.map((topic) => ({ topic, way: 'nothing' })),
  ];
}

async function evaluateSets(model, name, sets, questionsOf, print, showsFaults) {
  const byWay = new Map();
  const of = (way) => byWay.get(way) ?? byWay.set(way, emptyFacts()).get(way);
  for (const set of sets) {
    const tenant = await openTenant(model, set.memories);
    for (const { topic, story, way } of questionsOf(set)) {
      const others = set.stories.filter((other) => other !== story);
      addFacts(of(way), reconstructChains(await inputFor(tenant, topic)), story, others, topic);
    }
    for (const story of set.stories) {
      const [decision] = [...story.roles].find(([, role]) => role === 'decision');
      const others = set.stories.filter((other) => other !== story);
      addFacts(of('by id'), reconstructChains(await inputForDecision(tenant, decision)), story, others, decision);
    }
  }
  for (const [way, facts] of byWay) print(row(name, way, facts));
  const all = mergedFacts([...byWay.values()]);
  print(row(name, '**all**', all));
  if (showsFaults) for (const { kind, topic, what } of all.faults) print(`  ${kind}: ${topic} → ${what}`);
}

function row(name, way, facts) {
  const {
    questions,
    told,
    toldRight,
    inHand,
    offTopic,
    offTopicTold,
    superseded,
    chosen,
    rejected,
    nodes,
    possible,
    elsewhere,
  } = facts;
  const share = (a, b) => (b === 0 ? 'none' : (a / b).toFixed(2));
  const wrong = ([right, off]) => `${off} of ${right + off}`;
  const asked = questions === 0 ? `${offTopic} about nothing` : `${questions}`;
  const answered = questions === 0 ? `${offTopicTold}` : `${told}`;
  const [right, extra, missed] = nodes;
  const members = `${share(right, right + extra)} / ${share(right, right + missed)}`;
  return `| ${name}, ${way} | ${[asked, answered, share(toldRight, questions), share(inHand, questions), wrong(superseded), wrong(chosen), wrong(rejected), members, share(right + possible[0], right + missed), elsewhere].join(' | ')} |`;
}
