/** The seen sets, opened as tenants, and what the service would look at for each of their questions. */
import { readPhrasings, readPlainNotes, readSample } from '../eval-intelligence/chain-sets.mjs';
import { firstLook, inputFor, openEmbedding, openTenant } from '../eval-intelligence/chain-tenant.mjs';

/**
 * Sets that the linear models do not learn from: trees and the models of whole answers want texts which the models below
 * them have not read, and so these need no models made without them.
 */
export const UNREAD = ['n', 'o', 'p', 'q', 'r'];

/** @param isWanted which sets, by name */
export async function openSeen(isWanted) {
  const model = await openEmbedding();
  const sets = [...readPhrasings('seen'), readSample()].filter(({ name }) => isWanted(name));
  const opened = [];
  for (const set of sets) opened.push({ ...set, tenant: await openTenant(model, set.memories) });
  return opened;
}

/** Memories that belong to no decision, as a tenant. */
export async function openPlain() {
  return openTenant(await openEmbedding(), readPlainNotes());
}

/** @param weights for the likeliest decisions of a first look; without them the questions have that look alone */
export async function withQuestions(sets, weights) {
  const asked = [];
  for (const { name, tenant, stories, offTopic, decoys } of sets) {
    const input = (topic) => (weights === undefined ? firstLook(tenant, topic) : inputFor(tenant, topic, weights));
    const questions = [];
    for (const story of stories) {
      for (const topic of story.topics) questions.push({ story, input: await input(topic) });
    }
    for (const topic of offTopic) questions.push({ input: await input(topic) });
    asked.push({ name, tenant, stories, decoys, questions });
  }
  return asked;
}
