/** The seen sets, opened as tenants, and what the service would look at for each of their questions. */
import {
  readPlainNotes,
  readPlanted,
  readSample,
  readStories,
  smallTenantsOf,
} from '../eval-intelligence/chain-sets.mjs';
import { firstLook, inputFor, openEmbedding, openTenant } from '../eval-intelligence/chain-tenant.mjs';

/**
 * Writers whose sets are left out together: models that are to be judged, or learnt from, have read nothing of theirs.
 * The linear models do not learn from `UNREAD` at all: trees and the models of whole answers want texts which the models
 * below them have not read, and so these need no models made without them.
 */
export const READ = ['a,b,s1,s8', 'c,d,s2,s9', 'e,f,s3,s10', 'g,h,s4,s11,s14', 'i,j,s5,s12', 'n,o,s6,s13'];
export const UNREAD = ['p,q,r,s7,s15'];

/**
 * @param isWanted which writers
 * @param seeds how often stories are planted with a writer's phrasings
 */
export async function openSeen(isWanted, seeds = [1]) {
  const model = await openEmbedding();
  const sets = [...readStories('seen'), ...readPlanted('seen', seeds), readSample()];
  const opened = [];
  for (const set of sets.filter(({ writer }) => isWanted(writer))) {
    opened.push({ ...set, tenant: await openTenant(model, set.memories) });
  }
  return opened;
}

/** Small tenants with the stories of these sets, opened; of each writer's phrasings once. */
export async function openSmall(sets) {
  const model = await openEmbedding();
  const once = sets.filter(({ writer }, i) => sets.findIndex((set) => set.writer === writer) === i);
  const opened = [];
  for (const small of once.flatMap(smallTenantsOf)) {
    opened.push({ ...small, tenant: await openTenant(model, small.memories) });
  }
  return opened;
}

/** Whether a set is one of `openSmall`. */
export function isSmall(name) {
  return name.endsWith('small');
}

/** Memories that belong to no decision, as a tenant. */
export async function openPlain() {
  return openTenant(await openEmbedding(), readPlainNotes());
}

/**
 * @param weights for the likeliest decisions of a first look; without them the questions have that look alone
 * @param kinds of questions about nothing that are asked: `plain`, `named` (a project of the tenant is), and `borrowed`,
 *   which name one too, and which nobody wrote for this tenant
 */
export async function withQuestions(sets, weights, kinds = ['plain']) {
  const asked = [];
  for (const { name, tenant, stories, decoys, ...about } of sets) {
    const nothing = { plain: about.offTopic, named: about.offTopicNamed, borrowed: about.borrowed };
    const input = (topic) => (weights === undefined ? firstLook(tenant, topic) : inputFor(tenant, topic, weights));
    const questions = [];
    for (const story of stories) {
      for (const topic of story.topics) questions.push({ story, input: await input(topic) });
    }
    for (const kind of kinds) {
      for (const topic of nothing[kind]) questions.push({ kind, input: await input(topic) });
    }
    asked.push({ name, tenant, stories, decoys, questions });
  }
  return asked;
}
