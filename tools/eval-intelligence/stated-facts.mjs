/** Whether what chains state as facts is true: each answer against the story that was asked for. */

export function emptyFacts() {
  return {
    ...{ questions: 0, told: 0, toldRight: 0, inHand: 0, offTopic: 0, offTopicTold: 0 },
    ...{ superseded: [0, 0], chosen: [0, 0], rejected: [0, 0], nodes: [0, 0, 0], elsewhere: 0, possible: [0, 0] },
    faults: [],
  };
}

/**
 * @param report of reconstructChains
 * @param story undefined where the topic is none of the tenant's
 * @param others stories of the tenant beside it
 */
export function addFacts(facts, report, story, others, topic) {
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
  if (right) addStated(facts, right, story, others, topic);
}

function addStated(facts, chain, story, others, topic) {
  const withRelation = (relation) =>
    new Set(story.edges.filter((edge) => edge.relation === relation).map(({ from }) => from));
  const fault = (kind, what) => facts.faults.push({ kind, topic, what });
  const { decision, nodes } = chain;
  if (chain.supersededBy !== undefined) {
    const isTrue = story.roles.get(chain.supersededBy) === 'reversal';
    facts.superseded[isTrue ? 0 : 1]++;
    if (!isTrue) fault('superseded', chain.supersededBy);
  }
  const taken = withRelation('chosen');
  if (decision.chosen !== undefined) {
    const isTrue = decision.chosen.memoryId === decision.memoryId || taken.has(decision.chosen.memoryId);
    facts.chosen[isTrue ? 0 : 1]++;
    fault(isTrue ? 'chosen, right' : 'chosen', `${decision.chosen.memoryId} of ${[...taken]} | ${decision.text}`);
  }
  const left = withRelation('rejected');
  for (const { memoryId } of decision.rejected) {
    const isTrue = memoryId === decision.memoryId || left.has(memoryId);
    facts.rejected[isTrue ? 0 : 1]++;
    fault(isTrue ? 'rejected, right' : 'rejected', `${memoryId} of ${[...left]} | ${decision.text}`);
  }
  const told = new Set(nodes.map(({ memoryId }) => memoryId));
  const own = [...told].filter((id) => story.roles.has(id)).length;
  for (const node of nodes) {
    if (!story.roles.has(node.memoryId)) fault('node', `${node.memoryId} ${node.role} ${node.excerpt}`);
  }
  for (const id of story.roles.keys()) {
    const possible = chain.possible?.find(({ memoryId }) => memoryId === id);
    if (!told.has(id)) fault('node missed', `${id} ${story.roles.get(id)} ${possible?.probability ?? ''}`);
  }
  facts.nodes[0] += own;
  facts.nodes[1] += told.size - own;
  facts.nodes[2] += story.roles.size - own;
  facts.possible[0] += chain.possible.filter(({ memoryId }) => story.roles.has(memoryId)).length;
  facts.possible[1] += chain.possible.length;
  facts.elsewhere += [...told].filter((id) => !story.roles.has(id) && others.some(({ roles }) => roles.has(id))).length;
}

export function mergedFacts(all) {
  const total = emptyFacts();
  for (const facts of all) {
    for (const [key, value] of Object.entries(facts)) {
      if (key === 'faults') total.faults.push(...value);
      else if (Array.isArray(value)) value.forEach((one, i) => (total[key][i] += one));
      else total[key] += value;
    }
  }
  return total;
}
