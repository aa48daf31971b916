/** Fits the linear models one on the other on labelled sets: lexicon, text, first round, second round, relations. */
import { ROLES } from '../../dist/libs/analysis/index.js';
import {
  coreSignals,
  fieldOf,
  firstRound,
  firstSignals,
  MEMBER_ROLES,
  nearTo,
  nextRound,
  possibleHubs,
  rivalsOf,
  textSignals,
} from '../../dist/libs/analysis/chains/fitting.js';
import { seenFromCentre } from '../eval-intelligence/chain-tenant.mjs';
import { START } from './possible.mjs';
import { kindOf } from './questions.mjs';
import { fitRelations } from './relations.mjs';
import { fitLexicons } from './lexicon.mjs';
import { fitClasses } from './logistic.mjs';

const empty = { weights: [] };
const none = { weights: Array.from({ length: 7 }, () => []) };
const unfitted = { line: [], trees: [] };
const ridge = { text: 3e-3, first: 1e-3, second: 1e-3 };
const steps = 150;

/** What a first look needs to know. @param sets [{ tenant, stories }] @param lexicons of their texts */
export function fitTexts(sets, { whole, unread }) {
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
  Object.assign(weights, {
    fewestShare: { large: 0.4, small: 0.4 },
    fewestOnTrunk: 0.55,
    fewestAnswer: { large: 0, small: 0 },
    fewestHub: 0,
    calibration: [{ at: 0, probability: 0 }],
  });
  weights.lexicon = whole;
  weights.text = {
    weights: fitClasses(
      sets.flatMap((set) => textRows(set, unread.get(set.name))),
      ROLES.length,
      { ridge: ridge.text, steps },
    ),
  };
  return weights;
}

/**
 * Adds the models of members and relations.
 *
 * @param asked [{ name, story, input }] @param texts of `fitTexts`
 */
export function fitMembers(asked, texts, { unread }) {
  const weights = { ...texts };
  const told = asked
    .map((one) => ({
      ...one,
      field: { ...fieldOf(one.input, { ...weights, lexicon: unread.get(one.name) }), weights },
    }))
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

export function lexiconsOf(sets) {
  return fitLexicons(sets.flatMap(lexiconTexts));
}

export function roleOf(stories) {
  return new Map(stories.flatMap(({ roles }) => [...roles]));
}

/** Decoys stand for what is no part of a story: everyday notes are the same in all sets. */
function lexiconTexts({ name, writer, tenant, stories, decoys }) {
  const roles = roleOf(stories);
  const noise = new Set(decoys);
  return tenant.rows
    .filter(({ id }) => roles.has(id) || noise.has(id))
    .map(({ id, content }) => ({ set: name, kind: kindOf(writer), content, role: roles.get(id) ?? 'noise' }));
}

function textRows({ tenant, stories }, lexicon) {
  const roles = roleOf(stories);
  const { memories, ...about } = seenFromCentre(tenant);
  return memories.map((row) => ({
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
