/** Whether what chains state as facts is true: each answer against the story that was asked for. */

export function emptyFacts() {
  return {
    ...{ questions: 0, told: 0, toldRight: 0, inHand: 0, offTopic: 0, offTopicTold: 0 },
    ...{ superseded: [0, 0], chosen: [0, 0, 0], rejected: [0, 0], nodes: [0, 0, 0], possible: 0, elsewhere: 0 },
  };
}

/**
 * @param report of reconstructChains
 * @param story undefined where the topic is none of the tenant's
 * @param others stories of the tenant beside it
 */
export function addFacts(facts, report, story, others) {
  if (story === undefined) {
    facts.offTopic++;
    facts.offTopicTold += report.chains.length > 0 ? 1 : 0;
    return;
  }
  facts.questions++;
  const isRight = (id) => story.roles.get(id) === 'decision';
  const right = report.chains.find(({ decision }) => isRight(decision.memoryId));
  const candidates = report.candidates ?? [];
  facts.told += report.chains.length > 0 ? 1 : 0;
  facts.toldRight += right ? 1 : 0;
  facts.inHand += right || candidates.some(({ memoryId }) => isRight(memoryId)) ? 1 : 0;
  if (right) addStated(facts, right, story, others);
}

/** Of `chosen`: right, an option that was turned down, and a memory that is no option. What a decision itself names is right. */
function addStated(facts, chain, story, others) {
  const { decision, nodes, possible, supersededBy } = chain;
  const optionsOf = (relation) =>
    new Set([decision.memoryId, ...story.edges.filter((edge) => edge.relation === relation).map(({ from }) => from)]);
  if (supersededBy !== undefined) facts.superseded[story.roles.get(supersededBy) === 'reversal' ? 0 : 1]++;
  if (decision.chosen !== undefined) {
    const { memoryId } = decision.chosen;
    facts.chosen[optionsOf('chosen').has(memoryId) ? 0 : optionsOf('rejected').has(memoryId) ? 1 : 2]++;
  }
  for (const { memoryId } of decision.rejected) facts.rejected[optionsOf('rejected').has(memoryId) ? 0 : 1]++;
  const told = new Set(nodes.map(({ memoryId }) => memoryId));
  const own = [...told].filter((id) => story.roles.has(id)).length;
  facts.nodes[0] += own;
  facts.nodes[1] += told.size - own;
  facts.nodes[2] += story.roles.size - own;
  facts.possible += possible.filter(({ memoryId }) => story.roles.has(memoryId)).length;
  facts.elsewhere += [...told].filter((id) => !story.roles.has(id) && others.some(({ roles }) => roles.has(id))).length;
}

export function mergedFacts(all) {
  const total = emptyFacts();
  for (const facts of all) {
    for (const [key, value] of Object.entries(facts)) {
      if (Array.isArray(value)) value.forEach((one, i) => (total[key][i] += one));
      else total[key] += value;
    }
  }
  return total;
}
