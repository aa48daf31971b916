/** The seen sets, opened as tenants, and what the service would look at for each of their questions. */
import {
  readPlainNotes,
  readPlanted,
  readSample,
  readStories,
  readTold,
  smallTenantsOf,
} from '../eval-intelligence/chain-sets.mjs';
import { inputFor, openEmbedding, openTenant } from '../eval-intelligence/chain-tenant.mjs';

/**
 * Sets of one kind, which are left out together: models that are to be judged, or learnt from, have read nothing like them.
 * What is written by other rules, or in another manner, is what the service meets.
 */
export const KINDS = [
  'a,b,c,d,e,f,g,h',
  'i,j,n,o,p,q,r',
  's1,s2,s3,s4,s5,s6,s7',
  's8,s9,s10,s11,s12,s13,s14,s15',
  's16,s17,s18,s19,s20,s21,s22,s23',
  's24,s25,s26,s27,s28,s29,s30,s31',
  'p1,p2,p3,p4,p8,p9',
  'p5,p6,p7,p10,p11,p12,p13',
];

/** Tenants of a writer that are told whole, in the one of 1,000 memories: more would not leave room for the other writers'. */
const told = 2;

/** @returns the kind that a writer's sets are of; undefined: none is left out with them */
export function kindOf(writer) {
  return KINDS.find((kind) => kind.split(',').includes(writer));
}

/**
 * @param isWanted which writers
 * @param seeds how often stories are planted with a writer's phrasings
 */
export async function openSeen(isWanted, seeds = [1]) {
  const model = await openEmbedding();
  const sets = [...readStories('seen'), ...readPlanted('seen', seeds), ...readTold('seen', told), readSample()];
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
 * @param kinds of questions about nothing that are asked: `plain`, `named` (a project of the tenant is), and `borrowed`,
 *   which name one too, and which nobody wrote for this tenant
 * @returns [{ name, writer, tenant, story?, kind?, topic }], a question each
 */
export function questionsOf(sets, kinds) {
  return sets.flatMap(({ name, writer, tenant, stories, ...about }) => {
    const nothing = { plain: about.offTopic, named: about.offTopicNamed, borrowed: about.borrowed };
    return [
      ...stories.flatMap((story) => story.topics.map((topic) => ({ name, writer, tenant, story, topic }))),
      ...kinds.flatMap((kind) => nothing[kind].map((topic) => ({ name, writer, tenant, kind, topic }))),
    ];
  });
}

/** The first question that each story is asked for by, with what the service would look at. @param weights for the first look */
export async function withFirstTopics(sets, weights) {
  const asked = questionsOf(sets, []).filter(({ story, topic }) => topic === story.topics[0]);
  for (const one of asked) one.input = await inputFor(one.tenant, one.topic, weights);
  return asked;
}
