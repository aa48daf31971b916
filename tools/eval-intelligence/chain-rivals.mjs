/** Simpler ways to tell how a decision came about, on the same memories and in the same shape; edges by the same grammar. */
import { centredInput, dot } from '../../dist/libs/analysis/chains/evaluation.js';

const shown = 10;
const relevant = 0.15;
const alike = 1;
const byType = {
  event: 'trigger',
  decision: 'decision',
  semantic: 'evidence',
  predictive: 'evidence',
  prospective: 'option',
  relational: 'option',
  working: 'option',
  task: 'action',
  procedural: 'action',
  episodic: 'outcome',
  emotional: 'outcome',
};

export const RIVALS = {
  'top 10 by time': (input) => reported(mostRelevant(input), positionRole),
  'cosine threshold': (input) => {
    const { memories, topic, background } = centredInput(input);
    const least = background.mean + alike * background.deviation;
    const near = memories.filter(({ vector }) => dot(vector, topic.vector) > least);
    return reported(near.slice(0, 30), positionRole);
  },
  'type only': (input) => reported(mostRelevant(input), ({ type }) => byType[type]),
  'keywords only': (input) => reported(mostRelevant(input), ({ features }) => loudest(features.cues)),
};

function mostRelevant({ memories }) {
  const sorted = memories.toSorted((a, b) => b.relevance - a.relevance);
  return sorted[0]?.relevance >= relevant ? sorted.slice(0, shown) : [];
}

function loudest(cues) {
  const [role, weight] = Object.entries(cues).sort((a, b) => b[1] - a[1])[0];
  return weight > 0 && role !== 'noise' ? role : undefined;
}

/** First what made the question arise, then options and evidence by turns; after the decision what was done, at last what came of it. */
function positionRole(_, place, hub, count) {
  if (place === hub) return 'decision';
  if (place === 0) return 'trigger';
  if (place < hub) return place <= hub / 2 ? 'option' : 'evidence';
  return place === count - 1 ? 'outcome' : 'action';
}

function reported(memories, roleOf) {
  const ordered = memories.toSorted((a, b) => a.at - b.at || (a.id < b.id ? -1 : 1));
  const best = memories.find(({ type }) => type === 'decision') ?? memories[0];
  if (!best) return { chains: [] };
  const hub = ordered.indexOf(best);
  const nodes = ordered.flatMap((memory, place) => {
    const role = place === hub ? 'decision' : roleOf(memory, place, hub, ordered.length);
    return role === undefined || (role === 'decision' && place !== hub) ? [] : [{ memoryId: memory.id, role, place }];
  });
  return { chains: [{ decision: { memoryId: best.id }, nodes, edges: edgesOf(nodes, hub) }] };
}

function edgesOf(nodes, hub) {
  const of = (role) => nodes.filter((node) => node.role === role);
  const all = (froms, tos, relation) =>
    froms.flatMap((from) =>
      tos
        .filter(({ place }) => place > from.place)
        .map((to) => ({
          from: from.memoryId,
          to: to.memoryId,
          relation: typeof relation === 'string' ? relation : relation(from),
        })),
    );
  const decision = nodes.filter(({ place }) => place === hub);
  const options = of('option').filter(({ place }) => place < hub);
  return [
    ...all(of('trigger'), options, 'raises'),
    ...all(
      options,
      of('evidence').filter(({ place }) => place < hub),
      'weighed',
    ),
    ...all(options, decision, (from) => (from === options.at(-1) ? 'chosen' : 'rejected')),
    ...all(of('evidence'), decision, 'supports'),
    ...all(decision, of('action'), 'led_to'),
    ...all(of('action'), of('outcome'), 'resulted_in'),
    ...all(decision, of('reversal'), 'superseded_by'),
  ];
}
