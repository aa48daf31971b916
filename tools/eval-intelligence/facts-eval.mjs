/** What chains state, on the test tenant asked in four ways and on tenants of plain notes. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { reconstructChains } from '../../dist/libs/analysis/index.js';
import { readPlain, readSample, smallTenantsOf, textsFolder } from './chain-sets.mjs';
import { inputFor, inputForDecision, openEmbedding, openTenant } from './chain-tenant.mjs';
import { addFacts, emptyFacts, mergedFacts } from './stated-facts.mjs';

const ASKED = JSON.parse(readFileSync(join(textsFolder, 'asked/test-tenant.json'), 'utf8'));
/** How the questions of a plain story are asked, in their order. */
const WAYS = ['heading', 'question', 'other words'];

/** @param folder of the plain notes: `seen` or `held-out` */
export async function evaluateFacts(folder, print) {
  const model = await openEmbedding();
  print(
    '| tenants, asked by | asked | reported | right | in hand | false superseded | chosen: turned down, no option | wrong rejected | node precision / recall | recall with possible | of other stories |',
  );
  print('|---|---|---|---|---|---|---|---|---|---|---|');
  const plain = readPlain(folder);
  await evaluateSets(model, 'test tenant', [readSample()], questionsOfSample, print);
  await evaluateSets(model, `plain, ${folder}, small`, plain.flatMap(smallTenantsOf), questionsOfPlain, print);
  await evaluateSets(model, `plain, ${folder}, 1,000`, plain, questionsOfPlain, print);
}

function questionsOfSample({ stories, offTopic }) {
  return [
    ...stories.flatMap((story) => [
      { topic: ASKED[story.id].own, story, way: 'own words' },
      { topic: ASKED[story.id].other, story, way: 'other words' },
      { topic: story.topics[0], story, way: 'heading' },
    ]),
    ...aboutNothing(offTopic),
  ];
}

function questionsOfPlain({ stories, offTopic }) {
  return [
    ...stories.flatMap((story) => story.topics.map((topic, i) => ({ topic, story, way: WAYS[i] ?? 'more' }))),
    ...aboutNothing(offTopic),
  ];
}

function aboutNothing(topics) {
  return topics.map((topic) => ({ topic, way: 'nothing' }));
}

async function evaluateSets(model, name, sets, questionsOf, print) {
  const byWay = new Map();
  const of = (way) => byWay.get(way) ?? byWay.set(way, emptyFacts()).get(way);
  for (const set of sets) {
    const tenant = await openTenant(model, set.memories);
    const add = (way, input, story) =>
      addFacts(
        of(way),
        reconstructChains(input),
        story,
        set.stories.filter((other) => other !== story),
      );
    for (const { topic, story, way } of questionsOf(set)) add(way, await inputFor(tenant, topic), story);
    for (const story of set.stories) {
      const [decision] = [...story.roles].find(([, role]) => role === 'decision');
      add('id', await inputForDecision(tenant, decision), story);
    }
  }
  for (const [way, facts] of byWay) print(row(`${name}, ${way}`, facts));
  print(row(`${name}, all`, mergedFacts([...byWay.values()])));
}

function row(name, facts) {
  const { questions, told, toldRight, inHand, offTopic, offTopicTold, superseded, chosen, rejected } = facts;
  const [right, extra, missed] = facts.nodes;
  const share = (a, b) => (b === 0 ? '' : (a / b).toFixed(2));
  const sum = (counts) => counts.reduce((total, one) => total + one, 0);
  const wrong = (counts) => `${counts.slice(1).join(', ')} of ${sum(counts)}`;
  const own = questions === 0 ? [offTopic, offTopicTold] : [questions, told];
  const members = `${share(right, right + extra)} / ${share(right, right + missed)}`;
  const cells = [
    ...[name, ...own, share(toldRight, questions), share(inHand, questions)],
    ...[wrong(superseded), wrong(chosen), wrong(rejected)],
    ...[members, share(right + facts.possible, right + missed), facts.elsewhere],
  ];
  return `| ${cells.join(' | ')} |`;
}
