/** Real text: Python Enhancement Proposals. Which proposal is the decision on its title, and which one superseded it? */
import { readFileSync } from 'node:fs';
import { reconstructChains } from '../../dist/libs/analysis/index.js';
import { RIVALS } from './chain-rivals.mjs';
import { inputFor, openEmbedding, openTenant } from './chain-tenant.mjs';

export async function evaluatePeps(print) {
  const peps = JSON.parse(readFileSync(new URL('texts/peps/peps.json', import.meta.url), 'utf8'));
  const tenant = await openTenant(await openEmbedding(), peps.map(memoryOf));
  const asked = peps.filter(({ supersededBy }) => supersededBy);
  print(`\nPEPs: ${asked.length} superseded proposals among ${peps.length}`);
  print('| way | decision in top 3 | superseding proposal named | reversals told wrongly |');
  print('|---|---|---|---|');
  for (const [way, answer] of Object.entries({ ours: reconstructChains, ...RIVALS })) {
    let [found, named, wrong] = [0, 0, 0];
    for (const { pep, title, supersededBy } of asked) {
      const { chains } = answer(await inputFor(tenant, `What became of "${title}"?`));
      const own = chains.slice(0, 3).find(({ decision }) => decision.memoryId === `pep${pep}`);
      found += own ? 1 : 0;
      const reversals = chains.flatMap(({ edges }) => edges).filter(({ relation }) => relation === 'superseded_by');
      const right = reversals.filter(
        ({ from, to }) => from === `pep${pep}` && supersededBy.some((n) => to === `pep${n}`),
      );
      named += right.length > 0 ? 1 : 0;
      wrong += reversals.length - right.length;
    }
    print(`| ${way} | ${(found / asked.length).toFixed(3)} | ${(named / asked.length).toFixed(3)} | ${wrong} |`);
  }
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
