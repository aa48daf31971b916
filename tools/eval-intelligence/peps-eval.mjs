/**
 * Real text: Python Enhancement Proposals. Which proposal is the decision on its title, and which one superseded it? Asked of
 * the texts alone, where their type is `decision`, and where metadata says what a proposal supersedes, as its header does.
 */
import { readFileSync } from 'node:fs';
import { reconstructChains } from '../../dist/libs/analysis/index.js';
import { RIVALS } from './chain-rivals.mjs';
import { inputFor, openEmbedding, openTenant } from './chain-tenant.mjs';

export async function evaluatePeps(print) {
  const peps = JSON.parse(readFileSync(new URL('texts/peps/peps.json', import.meta.url), 'utf8'));
  const model = await openEmbedding();
  const asked = peps.filter(({ supersededBy }) => supersededBy);
  const summary = `${asked.length} superseded proposals among ${peps.length}`;
  const texts = peps.map(memoryOf);
  const ways = {
    '': texts,
    ' with the type `decision`': texts.map((memory) => ({ ...memory, type: 'decision' })),
    ' with `supersedes` in their metadata': texts.map(linkedTo(asked)),
  };
  for (const [how, memories] of Object.entries(ways)) {
    print(`\nPEPs${how}: ${summary}`);
    await evaluate(await openTenant(model, memories), asked, print);
  }
}

async function evaluate(tenant, asked, print) {
  const truth = new Set(asked.flatMap(({ pep, supersededBy }) => supersededBy.map((by) => `pep${pep} pep${by}`)));
  const isTrue = ({ from, to }) => truth.has(`${from} ${to}`);
  print('| way | decision in top 3 | superseding proposal named | reversals wrong |');
  print('|---|---|---|---|');
  for (const [way, answer] of Object.entries({ ours: reconstructChains, ...RIVALS })) {
    let [found, named, wrong] = [0, 0, 0];
    for (const { pep, title } of asked) {
      const { chains } = answer(await inputFor(tenant, `What became of "${title}"?`));
      const reversals = chains.flatMap(({ edges }) => edges).filter(({ relation }) => relation === 'superseded_by');
      found += Number(chains.slice(0, 3).some(({ decision }) => decision.memoryId === `pep${pep}`));
      named += Number(reversals.some((edge) => edge.from === `pep${pep}` && isTrue(edge)));
      wrong += reversals.filter((edge) => !isTrue(edge)).length;
    }
    print(`| ${way} | ${(found / asked.length).toFixed(3)} | ${(named / asked.length).toFixed(3)} | ${wrong} |`);
  }
}

/** What each supersedes. */
function linkedTo(superseded) {
  return (memory) => ({
    ...memory,
    links: superseded
      .filter(({ supersededBy }) => supersededBy.some((pep) => `pep${pep}` === memory.id))
      .map(({ pep }) => ({ kind: 'supersedes', to: `pep${pep}` })),
  });
}

function memoryOf({ pep, title, created, text }) {
  const createdAt = new Date(`${created}T12:00:00Z`);
  return {
    id: `pep${pep}`,
    content: `${title}. ${text}`,
    type: 'semantic',
    importance: 0.5,
    tags: [],
    metadata: {},
    createdAt,
  };
}
