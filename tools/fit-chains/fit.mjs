/** Fits the models one on the other on labelled sets: lexicon, text, first round, second round, first look for the decision. */
import { ROLES } from '../../dist/libs/analysis/index.js';
import {
  coreSignals,
  fieldOf,
  firstRound,
  firstSignals,
  hubSignals,
  MEMBER_ROLES,
  nearTo,
  nextRound,
  possibleHubs,
  rivalsOf,
  textSignals,
} from '../../dist/libs/analysis/chains/fitting.js';
import { seenFromCentre } from '../eval-intelligence/chain-tenant.mjs';
import { START } from './possible.mjs';
import { fitRelations } from './relations.mjs';
import { fitLexicons } from './lexicon.mjs';
import { fitClasses } from './logistic.mjs';
import { fitYesModel } from './yes-model.mjs';

const empty = { weights: [] };
const none = { weights: Array.from({ length: 7 }, () => []) };
const unfitted = { line: [], trees: [] };
const ridge = { text: 3e-3, first: 1e-3, second: 1e-3, hub: 3e-3 };
const steps = 150;

/**
 * The first look for the decision learns from members as they are found in stories that the models below it have not seen:
 * each of two halves of the stories is judged by models of the other half. What is shipped below it is fitted on all.
 *
 * @param sets [{ tenant, stories, questions: [{ story?, input }] }]
 * @param lexicons of their texts
 */
export function fitModels(sets, lexicons) {
  const half = new Map(sets.flatMap(({ stories }) => stories.map((story, i) => [story, i % 2])));
  const weights = fitMembers(sets, () => true, lexicons);
  const [even, odd] = [0, 1].map((own) => {
    const used = (thing) => (half.get(thing) ?? halfOf(thing)) === own;
    return fitMembers(sets, used, lexiconsOf(sets, used));
  });
  const asked = sets.flatMap(({ questions }) =>
    questions.filter(({ story, input }) => input.topic.text !== story?.topics[1]),
  );
  const judged = asked.map(({ story, input }, i) => {
    const below = (story ? half.get(story) : i % 2) === 0 ? odd : even;
    const field = fieldOf(input, below);
    return { story, field, tried: possibleHubs(field).map((hub) => firstRound(field, hub)) };
  });
  weights.hubFirst = fitYesModel(
    judged.flatMap((one) => hubRows(one, one.tried)),
    { ridge: ridge.hub, steps: 2 * steps },
  );
  return weights;
}

/** What a first look needs to know: see `likelyDecisions`. @param sets with inputs of a first look @param lexicons of their texts */
export function fitFirstLook(sets, lexicons) {
  const weights = fitMembers(sets, () => true, lexicons, true);
  weights.hubFirst = fitYesModel(
    sets
      .flatMap(({ questions }) => questions)
      .filter(({ story, input }) => input.topic.text !== story?.topics[1])
      .flatMap(({ story, input }) => {
        const field = fieldOf(input, weights);
        return hubRows(
          { field, story },
          possibleHubs(field).map((hub) => firstRound(field, hub)),
        );
      }),
    { ridge: ridge.hub, steps: 2 * steps },
  );
  return weights;
}

/** All models but those of hubs, on the stories to be used; what is told of the others is left out. */
function fitMembers(sets, used, { whole, unread }, onlyFirst = false) {
  const weights = {
    version: '',
    text: empty,
    first: none,
    second: none,
    possible: START,
    hubFirst: unfitted,
    hub: unfitted,
    topic: unfitted,
    answer: unfitted,
    confidence: unfitted,
    option: [],
    weighed: [],
    side: [],
  };
  Object.assign(weights, { fewestShare: 0.4, fewestAnswer: 0, fewestHub: 0, calibration: [{ at: 0, probability: 0 }] });
  weights.lexicon = whole;
  weights.text = {
    weights: fitClasses(
      sets.flatMap((set) => textRows(set, used, unread.get(set.name))),
      ROLES.length,
      { ridge: ridge.text, steps },
    ),
  };
  const told = sets.flatMap(({ name, questions }) =>
    questions
      .filter(({ story, input }) => story && used(story) && input.topic.text === story.topics[0])
      .map((one) => ({ ...one, field: { ...fieldOf(one.input, { ...weights, lexicon: unread.get(name) }), weights } }))
      .flatMap(withHub),
  );
  weights.first = { weights: fitClasses(told.flatMap(firstRowsOf), 7, { ridge: ridge.first, steps }) };
  if (onlyFirst) return weights;
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

export function lexiconsOf(sets, used = () => true) {
  return fitLexicons(sets.flatMap((set) => lexiconTexts(set, used)));
}

/** Decoys are told by their id. */
function halfOf(id) {
  return [...id].reduce((sum, character) => sum + character.codePointAt(0), 0) % 2;
}

export function roleOf(stories) {
  return new Map(stories.flatMap(({ roles }) => [...roles]));
}

/** Decoys stand for what is no part of a story: everyday notes are the same in all sets. */
function lexiconTexts({ name, tenant, stories, decoys }, used) {
  const roles = roleOf(stories.filter(used));
  const noise = new Set(decoys.filter(used));
  return tenant.rows
    .filter(({ id }) => roles.has(id) || noise.has(id))
    .map(({ id, content }) => ({ set: name, content, role: roles.get(id) ?? 'noise' }));
}

function textRows({ tenant, stories }, used, lexicon) {
  const roles = roleOf(stories.filter(used));
  const other = roleOf(stories.filter((story) => !used(story)));
  const { memories, ...about } = seenFromCentre(tenant);
  return memories
    .filter(({ id }) => !other.has(id))
    .map((row) => ({
      x: textSignals(row, about, lexicon),
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
