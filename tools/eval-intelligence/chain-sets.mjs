/** Sets of stories as corpora: each with its decoys among everyday noise, its questions and what the answers should hold. */
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { borrowedQuestions } from './borrowed-questions.mjs';
import { plantChains, wordingsOf } from './planted-chains.mjs';
import { Seeded } from './seeded.mjs';
import { plainTenant } from './plain-tenant.mjs';

const root = fileURLToPath(new URL('../../', import.meta.url));
const sample = join(root, 'samples/test-tenant');
export const textsFolder = fileURLToPath(new URL('texts/', import.meta.url));
const firstDay = Date.UTC(2025, 7, 1);
const size = 1_000;

/** Sets of written stories of a folder: `seen`, `held-out` or `oblique`. */
export function readStories(folder) {
  return filesOf(folder).map(({ name, content }) => ({ ...composed(content, name), writer: name }));
}

/**
 * Stories planted with the phrasings of a folder: `seen`, `held-out` or `more-kinds`.
 *
 * @param seeds a set for each, of every writer
 */
export function readPlanted(folder, seeds) {
  const files = filesOf(join('phrasings', folder));
  return files.flatMap(({ name, content }) => {
    const wordings = wordingsOf(content);
    return seeds.map((seed) => {
      const planted = plantChains(content, seed);
      const own = content.scenarios.map((scenario, i) => ({ ...scenario, project: planted.projects[i] }));
      const others = files.filter((other) => other.name !== name).flatMap((other) => other.content.scenarios);
      const borrowed = borrowedQuestions(own, others, new Seeded(seed));
      const stories = planted.stories.map((story, i) => ({ ...story, project: planted.projects[i] }));
      return { ...composed({ ...planted, stories, borrowed }, `${name}-${seed}`), writer: name, wordings };
    });
  });
}

/**
 * Whole tenants of a folder, as people write who want to find it again: all notes of a writer in one large tenant, those of
 * no story its decoys, and beside it `tenants`, each by itself.
 *
 * @param most so many of a writer's tenants are in the large one
 */
export function readPlain(folder, most = Infinity) {
  return filesOf(join('plainly-told', folder)).map(({ name, content }) => {
    const tenants = content.map((tenant) => ({ ...plainTenant(tenant), writer: name }));
    const some = tenants.slice(0, most);
    const all = (kind) => some.flatMap((tenant) => tenant[kind]);
    const stories = some.flatMap((tenant) =>
      tenant.stories.map((story) => ({ ...story, id: `${tenant.name} ${story.id}` })),
    );
    const memories = all('memories');
    const inStories = new Set(stories.flatMap(({ roles }) => [...roles.keys()]));
    return {
      name,
      writer: name,
      memories: [...memories, ...everydayNoise(size - memories.length)],
      stories,
      offTopic: all('offTopic'),
      offTopicNamed: all('offTopicNamed'),
      borrowed: [],
      decoys: memories.map(({ id }) => id).filter((id) => !inStories.has(id)),
      tenants: tenants.map((tenant) => ({ ...tenant, name: `${name}, small` })),
    };
  });
}

export function filesOf(folder) {
  return readdirSync(join(textsFolder, folder))
    .filter((file) => file.endsWith('.json'))
    .sort()
    .map((file) => ({
      name: file.replace('.json', ''),
      content: JSON.parse(readFileSync(join(textsFolder, folder, file), 'utf8')),
    }));
}

/** Stories and other notes of a small tenant, one after the other. */
const smallSizes = [
  [1, 12],
  [1, 40],
  [2, 150],
];
const questionsElsewhere = 3;

/**
 * The stories of a set as small tenants: one among a dozen other notes, one among forty, two among 150, and so on. What is
 * asked of the set's other stories is nothing that these tenants know; the other story of the same project, whose name they
 * know, is always asked for.
 */
export function smallTenantsOf(set) {
  if (set.tenants) return set.tenants;
  const random = new Seeded(seedOf(set.name));
  const inStories = new Set(set.stories.flatMap(({ roles }) => [...roles.keys()]));
  const notes = set.memories.filter(({ id }) => !inStories.has(id));
  const tenants = [];
  for (let from = 0; from < set.stories.length;) {
    const [count, others] = smallSizes[tenants.length % smallSizes.length];
    const stories = set.stories.slice(from, from + count);
    tenants.push({ ...small(set, stories, notes, random, others), name: `${set.name}, small`, writer: set.writer });
    from += count;
  }
  return tenants;
}

/** FNV-1a: another draw for each set, and the same one in every run. */
function seedOf(name) {
  return [...name].reduce((hash, sign) => Math.imul(hash ^ sign.codePointAt(0), 0x01000193), 0x811c9dc5);
}

function small(set, stories, notes, random, others) {
  const own = new Set(stories.flatMap(({ roles }) => [...roles.keys()]));
  const chosen = new Set(random.shuffle([...notes]).slice(0, others));
  const projects = stories.flatMap(({ project }) => project ?? []);
  const known = (text) => projects.some((project) => text.includes(project));
  const rest = random.shuffle(set.stories.filter((story) => !stories.includes(story)));
  const twins = rest.filter(({ project }) => projects.includes(project));
  const elsewhere = [...new Set([...twins, ...rest])].slice(0, questionsElsewhere);
  const asked = elsewhere.map(({ topics }) => random.pick(topics.slice(0, 3)));
  const nothing = [...asked, ...random.shuffle([...set.offTopic]).slice(0, questionsElsewhere)];
  return {
    memories: set.memories.filter((memory) => own.has(memory.id) || chosen.has(memory)),
    stories,
    offTopic: nothing.filter((topic) => !known(topic)),
    offTopicNamed: [...nothing, ...set.offTopicNamed].filter(known),
    borrowed: [],
    decoys: [],
  };
}

/** The same set, where metadata says of each note of a story which decision it belongs to, or takes back. */
export function withDecisionIds(set) {
  const links = new Map(
    set.stories.flatMap(({ roles }) => {
      const notes = [...roles];
      const [decision] = notes.find(([, role]) => role === 'decision');
      return notes.map(([id, role]) => [
        id,
        [{ kind: role === 'reversal' ? 'supersedes' : 'decisionId', to: decision }],
      ]);
    }),
  );
  return { ...set, memories: set.memories.map((memory) => ({ ...memory, links: links.get(memory.id) })) };
}

/** The sample tenant, which has its own noise. */
export function readSample() {
  const { chains } = JSON.parse(readFileSync(join(sample, 'truth/chains.json'), 'utf8'));
  const queries = JSON.parse(readFileSync(join(sample, 'truth/queries.json'), 'utf8'));
  return {
    name: 'sample',
    writer: 'sample',
    memories: sampleMemories(),
    stories: chains.map(({ id, topic, nodes, edges }) => ({
      id,
      topics: [topic],
      roles: new Map(nodes.map(({ externalId, role }) => [externalId, role])),
      edges: edges.filter(({ reversalAsDecision }) => !reversalAsDecision),
    })),
    decoys: [],
    offTopic: queries.filter(({ group }) => group === 'no-answer').map(({ query }) => query),
    offTopicNamed: [],
    borrowed: [],
  };
}

function sampleMemories() {
  return linesOf(join(sample, 'memories.ndjson')).map(({ externalId, createdAt, metadata = {}, ...memory }) => ({
    id: externalId,
    ...memory,
    metadata,
    createdAt: new Date(createdAt),
  }));
}

/** Memories that belong to no decision, of many kinds, an hour apart. */
export function readPlainNotes() {
  const folder = join(textsFolder, 'plain-notes');
  const notes = readdirSync(folder)
    .sort()
    .flatMap((file) => linesOf(join(folder, file)));
  return notes.map((note, i) => ({
    id: `plain-${i}`,
    ...note,
    metadata: {},
    createdAt: new Date(firstDay + i * 3_600_000),
  }));
}

function linesOf(file) {
  return readFileSync(file, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
}

/** Stories and decoys at their days, and memories of the sample tenant that belong to none of its stories. */
function composed({ stories, decoys, offTopic, offTopicNamed = [], borrowed = [] }, name) {
  const own = [...stories.flatMap(({ memories }) => memories), ...decoys].map(written);
  return {
    name,
    memories: [...own, ...everydayNoise(size - own.length)],
    stories: stories.map(({ id, project, topic, topics, memories, edges }) => ({
      id,
      project,
      topics: [topic, ...topics],
      roles: new Map(memories.map((memory) => [memory.id, memory.role])),
      edges,
    })),
    offTopic,
    offTopicNamed,
    borrowed,
    decoys: decoys.map(({ id }) => id),
  };
}

function written({ id, type, day, writtenDay = day, hour, importance, tags, text }) {
  const at = (which) => new Date(firstDay + which * 86_400_000 + hour * 3_600_000);
  const metadata = writtenDay === day ? {} : { occurredAt: at(day).toISOString() };
  return { id, content: text, type, importance, tags, metadata, createdAt: at(writtenDay) };
}

function everydayNoise(count) {
  const { chains, decoys } = JSON.parse(readFileSync(join(sample, 'truth/chains.json'), 'utf8'));
  const inStories = new Set([...chains.flatMap(({ nodes }) => nodes.map(({ externalId }) => externalId)), ...decoys]);
  return sampleMemories()
    .filter(({ id }) => !inStories.has(id))
    .map(({ metadata: { relatedTo: _, ...metadata }, ...memory }) => ({ ...memory, metadata }))
    .slice(0, count);
}
