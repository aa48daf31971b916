import type { Member, Story } from '../story/chain-assignment.js';
import { kindsTo } from '../membership/linked-members.js';
import { withGuessedReversals, withoutLaterResults } from '../story/linked-relations.js';
import { linkConfidence, trunkOf } from '../story/main-path.js';
import { type Link, relationsOf } from '../story/relations.js';
import { type ChainField, linked } from '../topic/chain-field.js';
import { excerptOf, rounded } from '../text/formatting.js';
import { withoutLabel } from '../text/sentences.js';
import type { Chain, ChainEdge, ChainNode, ChainOption, Relation } from '../types/chain-report.js';
import type { JudgedStory } from '../types/judged-story.js';
import { chainOf } from './chain-report.builder.js';

const SHORT = 80;
const QUOTE = 120;
const MAX_REASONS = 3;
/** As sure as a metadata link is without anything else that speaks for it. */
const STATED = 0.95;

/** Metadata says that two memories belong together. Of these relations, it does not say which one holds. */
const undetermined: ReadonlySet<Relation> = new Set(['weighed', 'chosen', 'rejected', 'supports', 'opposes']);

interface Parts {
  readonly story: Story;
  readonly links: readonly Link[];
  /** Places of the members that metadata brings, and the model does not. */
  readonly added: ReadonlySet<number>;
  /** By `keyOf`: the quote for a relation that the model stated. */
  readonly quotes: ReadonlyMap<string, string>;
}

/**
 * A chain whose members and relations a language model stated; everything else is made as for other chains. It has no
 * confidence: how often the model is right has not been measured.
 *
 * @param linkedMembers what metadata joins to the decision
 */
export function judgedChainOf(
  field: ChainField,
  candidate: number,
  judged: JudgedStory,
  linkedMembers: readonly Member[],
): Chain {
  const parts = partsOf(field, candidate, judged, linkedMembers);
  const { story, links } = parts;
  const trunk = trunkOf(links, candidate);
  const chain = chainOf(field, { story, links, possible: [], trunk, topicKnown: 1, rival: 0 });
  const options = (relation: Relation): Link[] => links.filter((link) => link.relation === relation);
  const optionOf = ({ from }: Link): ChainOption => ({
    memoryId: idOf(field, from.place),
    text: excerptOf(withoutLabel(contentOf(field, from.place)), SHORT),
  });
  const [chosen] = options('chosen').map(optionOf);
  const { chosen: _, ...decision } = chain.decision;
  return {
    ...chain,
    confidence: null,
    decision: {
      ...decision,
      ...(chosen === undefined ? {} : { chosen }),
      rejected: options('rejected').map(optionOf),
    },
    alternatives: options('rejected').map(({ from }) => idOf(field, from.place)),
    nodes: chain.nodes.map((node) => nodeOf(field, node, parts)),
    edges: chain.edges.map((edge) => edgeOf(edge, linkOf(field, edge, parts), parts)),
  };
}

function partsOf(field: ChainField, candidate: number, judged: JudgedStory, linkedMembers: readonly Member[]): Parts {
  const sure = { confidence: 1, share: 1, isSure: true };
  const own = judged.members.flatMap(({ memoryId, role }): Member[] => {
    const place = field.places.get(memoryId);
    return place === undefined || place === candidate ? [] : [{ place, role, ...sure }];
  });
  const known = new Set(own.map(({ place }) => place));
  const more = linkedMembers.filter(({ place }) => place !== candidate && !known.has(place));
  const decision: Member = { place: candidate, role: 'decision', ...sure };
  const members = [...own, ...more, decision].sort((a, b) => a.place - b.place);
  const story: Story = { candidate, probability: 1, members };
  const added = new Set(more.map(({ place }) => place));
  const stated = statedLinks(field, story, judged);
  const quotes = new Map(
    judged.edges.map((edge) => [
      keyOf(field.places.get(edge.from) ?? -1, field.places.get(edge.to) ?? -1, edge.relation),
      edge.quote,
    ]),
  );
  const links = withoutLaterResults([...stated, ...linksByMetadata(field, story, stated, added)]);
  return { story, links, added, quotes };
}

/** The relations that the model stated. That metadata states one too counts where it leaves no doubt which it is. */
function statedLinks(field: ChainField, { candidate, members }: Story, judged: JudgedStory): Link[] {
  const byPlace = new Map(members.map((member) => [member.place, member]));
  const kinds = kindsTo(field, candidate);
  return judged.edges.flatMap(({ from, to, relation }): Link[] => {
    const [a, b] = [from, to].map((id) => byPlace.get(field.places.get(id) ?? -1));
    if (a === undefined || b === undefined || a.place >= b.place) return [];
    const isStated =
      relation === 'superseded_by' ? kinds.get(b.place) === 'supersedes' : linked(field, a.place, b.place);
    return [{ from: a, to: b, relation, certainty: 1, explicit: isStated && !undetermined.has(relation) }];
  });
}

/** The relations that metadata states and the model does not. Between members of the model, only those that have no alternative. */
function linksByMetadata(field: ChainField, story: Story, stated: readonly Link[], added: ReadonlySet<number>): Link[] {
  const pairs = new Set(stated.map(({ from, to }) => keyOf(from.place, to.place)));
  return withGuessedReversals(field, story.candidate, relationsOf(field, story)).filter(
    ({ from, to, relation, explicit }) =>
      explicit &&
      !pairs.has(keyOf(from.place, to.place)) &&
      (added.has(from.place) || added.has(to.place) || !undetermined.has(relation)),
  );
}

function nodeOf(field: ChainField, node: ChainNode, { added }: Parts): ChainNode {
  return added.has(field.places.get(node.memoryId) ?? -1) ? node : { ...node, roleConfidence: null };
}

function linkOf({ places }: ChainField, { from, to, relation }: ChainEdge, { links }: Parts): Link | undefined {
  const [a, b] = [places.get(from), places.get(to)];
  return links.find((link) => link.from.place === a && link.to.place === b && link.relation === relation);
}

function edgeOf(edge: ChainEdge, link: Link | undefined, { quotes }: Parts): ChainEdge {
  const quote = link && quotes.get(keyOf(link.from.place, link.to.place, link.relation));
  if (link === undefined || quote === undefined) return edge;
  const reason = `the language model quotes '${excerptOf(quote, QUOTE)}'`;
  if (!link.explicit) {
    return { ...edge, confidence: null, basis: 'judged', why: [reason, ...edge.why].slice(0, MAX_REASONS) };
  }
  const [first = '', ...others] = edge.why;
  const confidence = rounded(Math.min(STATED, linkConfidence(link)));
  return { ...edge, confidence, why: [first, reason, ...others].slice(0, MAX_REASONS) };
}

function keyOf(from: number, to: number, relation = ''): string {
  return `${String(from)} ${String(to)} ${relation}`;
}

function idOf({ memories }: ChainField, place: number): string {
  return memories[place]?.id ?? '';
}

function contentOf({ memories }: ChainField, place: number): string {
  return memories[place]?.content ?? '';
}
