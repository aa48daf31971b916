/** How well chains tell what happened: each answer against the truth of the story asked for. */

export function emptyScore() {
  return { questions: 0, nodes: [0, 0, 0], edges: [0, 0, 0], topThree: 0, first: 0, off: 0, offFalse: 0, trunks: [] };
}

/** @param report of reconstructChains, or of a rival in the same shape */
export function addAnswer(score, report, story) {
  if (!story) {
    score.off++;
    score.offFalse += report.chains.length > 0 ? 1 : 0;
    return;
  }
  score.questions++;
  const decisionOf = ({ decision }) => story.roles.get(decision.memoryId) === 'decision';
  score.topThree += report.chains.slice(0, 3).some(decisionOf) ? 1 : 0;
  const [chain] = report.chains;
  score.first += chain && decisionOf(chain) ? 1 : 0;
  count(score.nodes, chain?.nodes.map(({ memoryId }) => memoryId) ?? [], [...story.roles.keys()]);
  const truth = truthOf(story);
  count(score.edges, chain?.edges.map(keyOf) ?? [], truth);
  if (chain?.confidence !== undefined)
    score.trunks.push({ confidence: chain.confidence, right: trunkHolds(chain, truth) });
}

/** The edges of a story, as answers are compared with them. */
export function truthOf({ edges }) {
  return edges.map(keyOf);
}

function keyOf({ from, to, relation }) {
  return `${from} ${relation} ${to}`;
}

function count(sums, reported, truth) {
  const known = new Set(truth);
  const right = reported.filter((one) => known.has(one)).length;
  sums[0] += right;
  sums[1] += reported.length - right;
  sums[2] += truth.length - right;
}

const carries = new Set(['raises', 'chosen', 'led_to', 'resulted_in']);

/** Whether every edge of the trunk is an edge of the story; a trunk without an edge tells nothing. */
export function trunkHolds({ trunk, edges }, truth) {
  const steps = edges.filter(
    ({ from, to, relation }) =>
      carries.has(relation) && trunk.includes(from) && trunk.indexOf(to) === trunk.indexOf(from) + 1,
  );
  return steps.length > 0 && steps.every((edge) => truth.includes(keyOf(edge))) ? 1 : 0;
}

export function f1([right, extra, missed]) {
  return right === 0 ? 0 : (2 * right) / (2 * right + extra + missed);
}

/** Expected calibration error over equally filled bins of at least 20 answers, ten at most: fewer would measure chance. */
export function calibrationError(trunks) {
  const sorted = trunks.toSorted((a, b) => a.confidence - b.confidence);
  const bins = Math.max(1, Math.min(10, Math.floor(sorted.length / 20)));
  let error = 0;
  for (let bin = 0; bin < bins; bin++) {
    const part = sorted.slice(Math.floor((bin * sorted.length) / bins), Math.floor(((bin + 1) * sorted.length) / bins));
    if (part.length === 0) continue;
    const mean = (of) => part.reduce((sum, one) => sum + of(one), 0) / part.length;
    error +=
      (part.length / sorted.length) * Math.abs(mean(({ confidence }) => confidence) - mean(({ right }) => right));
  }
  return error;
}

export function merged(scores) {
  const total = emptyScore();
  for (const score of scores) {
    for (const key of ['questions', 'topThree', 'first', 'off', 'offFalse']) total[key] += score[key];
    for (const key of ['nodes', 'edges']) score[key].forEach((value, i) => (total[key][i] += value));
    total.trunks.push(...score.trunks);
  }
  return total;
}
