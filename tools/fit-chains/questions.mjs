/** The seen sets, opened as tenants, with what the service would look at for each question. */
import { readPhrasings, readSample } from '../eval-intelligence/chain-sets.mjs';
import { inputFor, openEmbedding, openTenant } from '../eval-intelligence/chain-tenant.mjs';

export async function openSeen() {
  const model = await openEmbedding();
  const sets = [];
  for (const set of [...readPhrasings('seen'), readSample()]) {
    const tenant = await openTenant(model, set.memories);
    const questions = [];
    for (const story of set.stories) {
      for (const topic of story.topics) questions.push({ story, input: await inputFor(tenant, topic) });
    }
    for (const topic of set.offTopic) questions.push({ input: await inputFor(tenant, topic) });
    sets.push({ name: set.name, tenant, stories: set.stories, questions });
  }
  return sets;
}
