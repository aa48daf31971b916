/** Fits the models one on the other on labelled sets: text, first round, second round, hub. */
import { ROLES } from '../../dist/libs/analysis/index.js';
import { fieldOf } from '../../dist/libs/analysis/chains/chain-field.js';
import { coreSignals } from '../../dist/libs/analysis/chains/core-signals.js';
import { hubSignals } from '../../dist/libs/analysis/chains/hub-signals.js';
import { closeTo, possibleHubs, rivalsOf } from '../../dist/libs/analysis/chains/hubs.js';
import { firstSignals, MEMBER_ROLES } from '../../dist/libs/analysis/chains/member-signals.js';
import { firstRound, nearTo, nextRound } from '../../dist/libs/analysis/chains/members.js';
import { textSignals } from '../../dist/libs/analysis/chains/text-signals.js';
import { fitRelations } from './relations.mjs';
import { fitClasses, fitYes } from './logistic.mjs';

const empty = { weights: [] };
const none = { weights: Array.from({ length: 7 }, () => []) };
const ridge = { text: 3e-3, first: 1e-3, second: 1e-3, hub: 3e-3 };
const steps = 150;

/**
 * The hub models learn from members as they are found in stories that the models below them have not seen: each of two
 * halves of the stories is judged by models of the other half. What is shipped below them is fitted on all.
 *
 * @param sets [{ tenant, stories, questions: [{ story?, input }] }]
 */
export function fitModels(sets) {
  const half = new Map(sets.flatMap(({ stories }) => stories.map((story, i) => [story, i % 2])));
  const weights = fitMembers(sets, () => true);
  const [even, odd] = [0, 1].map((own) => fitMembers(sets, (story) => half.get(story) === own));
  const asked = sets.flatMap(({ questions }) =>
    questions.filter(({ story, input }) => input.topic.text !== story?.topics[1]),
  );
  const judged = asked.map(({ story, input }, i) => {
    const below = (story ? half.get(story) : i % 2) === 0 ? odd : even;
    const field = fieldOf(input, below);
    return { story, field, tried: possibleHubs(field).map((hub) => firstRound(field, hub)) };
  });
  weights.hubFirst = fitYes(
    judged.flatMap((one) => hubRows(one, one.tried)),
    { ridge: ridge.hub, steps: 2 * steps },
  );
  const close = judged.flatMap((one) => {
    const field = { ...one.field, weights: { ...one.field.weights, hubFirst: weights.hubFirst } };
    return hubRows({ ...one, field }, closeTo(field, one.tried));
  });
  weights.hub = fitYes(close, { ridge: ridge.hub, steps: 2 * steps });
  return weights;
}

/** All models but those of hubs, on the stories to be used; what is told of the others is left out. */
function fitMembers(sets, used) {
  const weights = {
    version: '',
    text: empty,
    first: none,
    second: none,
    hubFirst: [],
    hub: [],
    option: [],
    weighed: [],
    side: [],
  };
  Object.assign(weights, { fewestShare: 0.4, fewestHub: 0, calibration: [{ at: 0, probability: 0 }] });
  weights.text = {
    weights: fitClasses(
      sets.flatMap((set) => textRows(set, used)),
      ROLES.length,
      { ridge: ridge.text, steps },
    ),
  };
  const told = sets
    .flatMap(({ questions }) => questions)
    .filter(({ story, input }) => story && used(story) && input.topic.text === story.topics[0])
    .map((one) => ({ ...one, field: fieldOf(one.input, weights) }))
    .flatMap(withHub);
  weights.first = { weights: fitClasses(told.flatMap(firstRowsOf), 7, { ridge: ridge.first, steps }) };
  for (const one of told) {
    one.rivals = rivalsOf(
      one.field,
      one.hub,
      possibleHubs(one.field).map((hub) => firstRound(one.field, hub)),
    );
    one.before = firstRound(one.field, one.hub);
  }
  const afterFirst = told.flatMap((one) => secondRowsOf(one, one.before));
  weights.second = { weights: fitClasses(afterFirst, 7, { ridge: ridge.second, steps: 100 }) };
  const afterSecond = told.flatMap((one) => secondRowsOf(one, nextRound(one.field, one.before, one.rivals)));
  weights.second = { weights: fitClasses([...afterFirst, ...afterSecond], 7, { ridge: ridge.second, steps }) };
  fitRelations(told, weights);
  return weights;
}

export function roleOf(stories) {
  return new Map(stories.flatMap(({ roles }) => [...roles]));
}

function textRows({ tenant, stories }, used) {
  const roles = roleOf(stories.filter(used));
  const other = roleOf(stories.filter((story) => !used(story)));
  return tenant.rows
    .filter(({ id }) => !other.has(id))
    .map((row) => ({
      x: textSignals(row, tenant.model.prototypes, tenant.background),
      y: ROLES.indexOf(roles.get(row.id) ?? 'noise'),
      weight: roles.has(row.id) ? 1 : 0.3,
    }));
}

function withHub(one) {
  const hub = one.field.memories.findIndex(({ id }) => one.story.roles.get(id) === 'decision');
  return hub < 0 ? [] : [{ ...one, hub }];
}

/** Of what is nothing to the decision every eighth, counted eight times. */
function firstRowsOf({ field, story, hub }) {
  const signals = firstSignals(field, hub);
  return field.memories.flatMap(({ id }, place) => {
    const role = story.roles.get(id) ?? 'noise';
    if (place === hub || (role === 'noise' && place % 8 !== 0)) return [];
    return [{ x: signals.row(place), y: MEMBER_ROLES.indexOf(role), weight: role === 'noise' ? 8 : 1 }];
  });
}

function secondRowsOf({ field, story, rivals }, before) {
  const near = nearTo(field, before);
  const signals = coreSignals(field, { ...before, rivals }, near);
  return near.map((place, i) => ({
    x: signals.row(i),
    y: MEMBER_ROLES.indexOf(story.roles.get(field.memories[place].id) ?? 'noise'),
  }));
}

function hubRows({ field, story }, memberships) {
  return hubSignals(field, memberships).map((x, i) => ({
    x,
    y: Number(story?.roles.get(field.memories[memberships[i].hub].id) === 'decision'),
  }));
}
