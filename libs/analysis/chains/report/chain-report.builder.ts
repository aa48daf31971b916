import type { Member } from '../story/chain-assignment.js';
import type { ChainField } from '../topic/chain-field.js';
import { ROLES } from '../../features/role.js';
import { isAnEnd } from '../story/chain-ends.js';
import { decisionOf } from './chain-decision.js';
import type { Chain, ChainEdge, ChainNode, NodeRole, PossibleMember } from '../types/chain-report.js';
import { confidenceSignals, type ReportedStory } from '../ranking/confidence-signals.js';
import { gapsOf } from './gaps.js';
import type { Link } from '../story/relations.js';
import { linkConfidence } from '../story/main-path.js';
import { whyOf } from './edge-reasons.js';
import { contentWordsOf, sharesWord } from '../text/content-words.js';
import { tellsDeciding } from '../text/open-questions.js';
import { isNamedDecision } from '../topic/explicit-links.js';
import { decidingSentence, withoutLabel } from '../text/sentences.js';
import { kindsTo } from '../membership/linked-members.js';
import { isAfter, reversalOf, statedLinks, SURE_ROLE } from '../story/linked-relations.js';
import { dayOf, excerptOf, rounded } from '../text/formatting.js';
import { probabilityOf } from '../model/binary-model.js';

const EXCERPT = 160;
const HEADLINE = 120;
const TAKEN_FOR_DECISION = 'Taken for the decision';

const says: Readonly<Record<NodeRole, string>> = {
  trigger: 'The question arose',
  option: 'An option came up',
  evidence: 'Something was learnt',
  decision: 'It was decided',
  // That one caused the other is a probability of their edge; a sentence says what came later.
  action: 'Then',
  outcome: 'Afterwards',
  reversal: 'It was taken back',
};

/** A story as the answer has it. */
export function chainOf(field: ChainField, reported: ReportedStory): Chain {
  const { story, links, trunk } = reported;
  const path = [...new Set([...trunk.flatMap(({ from, to }) => [from.place, to.place]), story.candidate])].sort(
    (a, b) => a - b,
  );
  const stated = statedLinks(links);
  const { decision, alternatives } = decisionOf(field, story.candidate, stated);
  const idOf = (place: number) => field.memories[place]?.id ?? '';
  const reversal = reversalOf(stated);
  const options = new Set([decision.chosen?.memoryId, ...alternatives]);
  const linked = kindsTo(field, story.candidate);
  const isAbout = aboutOf(field, story);
  // An option is said to be one where it is stated what became of it, any other role where it is sure.
  const isSaid = ({ place, role, confidence }: Member): boolean =>
    role === 'decision' ||
    linked.has(place) ||
    place === reversal?.to.place ||
    (role === 'option'
      ? options.has(idOf(place))
      : confidence >= SURE_ROLE && (place < story.candidate || isAbout(place)));
  return {
    id: `chain_${digest(`${decision.at} ${decision.text}`)}`,
    confidence: rounded(calibrated(field, probabilityOf(field.weights.confidence, confidenceSignals(field, reported)))),
    headline: `${dayOf(field.memories[story.candidate]?.at ?? 0)}: ${decidingSentence(decision.text, HEADLINE)}`,
    decision,
    nodes: story.members.map((member) => nodeOf(field, member, path.includes(member.place))),
    possible: reported.possible.map((member) => possibleOf(field, member)),
    edges: links.map((link) => edgeOf(field, link)),
    trunk: path.map(idOf),
    alternatives,
    supersededBy: reversal && idOf(reversal.to.place),
    gaps: gapsOf(field, story, reported.possible, reversal),
    narrative: story.members
      .filter(
        (member) =>
          path.includes(member.place) ||
          member.place === reversal?.to.place ||
          (isAnEnd(member, story.candidate) && !isAfter(member, reversal)),
      )
      .filter(isSaid)
      .map(({ place, role }) => sentenceOf(field, place, role)),
  };
}

/** What came later has to speak of what was decided or weighed: a tag in common may be another story's as well. */
function aboutOf({ memories }: ChainField, { candidate, members }: ReportedStory['story']): (place: number) => boolean {
  const before = members.filter(({ place, isSure }) => place === candidate || (isSure && place < candidate));
  const words = contentWordsOf(before.map(({ place }) => memories[place]?.content ?? '').join(' '));
  return (place) => sharesWord(memories[place]?.content ?? '', words);
}

function calibrated({ weights: { calibration } }: ChainField, raw: number): number {
  return calibration.reduce((value, { at, probability }) => (raw >= at ? probability : value), 0);
}

/** Of the decision, which is a member as probably as it is the one asked for, at least the probability that its text is one. */
function nodeOf(field: ChainField, { place, role, confidence }: Member, onTrunk: boolean): ChainNode {
  const byText = role === 'decision' ? Math.exp(field.roles[place]?.[ROLES.indexOf('decision')] ?? -Infinity) : 0;
  const { id = '', type = '', at = 0, content = '' } = field.memories[place] ?? {};
  return {
    memoryId: id,
    type,
    role,
    roleConfidence: rounded(Math.max(confidence, byText)),
    at: new Date(at).toISOString(),
    excerpt: excerptOf(content, EXCERPT),
    onTrunk,
  };
}

function possibleOf({ memories }: ChainField, { place, share }: Member): PossibleMember {
  const { id = '', type = '', at = 0, content = '' } = memories[place] ?? {};
  const excerpt = excerptOf(content, EXCERPT);
  return { memoryId: id, type, at: new Date(at).toISOString(), excerpt, probability: rounded(share) };
}

function edgeOf(field: ChainField, link: Link): ChainEdge {
  return {
    from: field.memories[link.from.place]?.id ?? '',
    to: field.memories[link.to.place]?.id ?? '',
    relation: link.relation,
    confidence: rounded(linkConfidence(link)),
    basis: link.explicit ? 'explicit' : 'inferred',
    why: whyOf(field, link),
  };
}

function sentenceOf(field: ChainField, place: number, role: NodeRole): string {
  const { at = 0, content = '' } = field.memories[place] ?? {};
  const lead = role === 'decision' && !saysDecided(field, place) ? TAKEN_FOR_DECISION : says[role];
  return `${dayOf(at)}. ${lead}: ${excerptOf(withoutLabel(content), EXCERPT)}`;
}

/** Whether a memory is filed as a decision, is called one by others, or has words of deciding. */
function saysDecided({ memories, linksTo }: ChainField, place: number): boolean {
  const { type, content = '' } = memories[place] ?? {};
  return type === 'decision' || isNamedDecision(linksTo, place) || tellsDeciding(content);
}

/** Eight characters of FNV-1a, twice, in base 36. */
function digest(text: string): string {
  const hash = (seed: number) => {
    let value = seed;
    for (let i = 0; i < text.length; i++) value = Math.imul(value ^ text.charCodeAt(i), 0x01000193);
    return (value >>> 0).toString(36).padStart(7, '0').slice(-4);
  };
  return hash(0x811c9dc5) + hash(0x1000193);
}
