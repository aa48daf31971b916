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
const fewInAll = 200;

/** What a first look needs to know. @param sets [{ tenant, stories }] @param lexicons of their texts */
export function fitTexts(sets, { roles, favours }) {
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
    weighed: unfitted,
    side: [],
  };
  Object.assign(weights, {
    fewestShare: { large: 0.4, small: 0.4 },
    fewestOnTrunk: 0.55,
    fewestAnswer: { large: 0, small: 0 },
    fewestHub: 0,
    calibration: [{ at: 0, probability: 0 }],
  });
  weights.lexicon = roles.whole;
  weights.favours = favours.whole;
  weights.text = {
    weights: fitClasses(
      sets.flatMap((set) => textRows(set, roles.unread.get(kindOf(set.writer)))),
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
export function fitMembers(asked, texts, { roles, favours }) {
  const weights = { ...texts };
  const told = asked
    .map((one) => {
      const kind = kindOf(one.writer);
      const field = fieldOf(one.input, { ...weights, lexicon: roles.unread.get(kind) });
      return { ...one, field: { ...field, weights }, favours: favours.unread.get(kind) };
    })
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

/** What words say of roles, and of whether a text speaks for what it is about. @returns of each what `fitLexicons` does */
export function lexiconsOf(sets) {
  const texts = sets.flatMap(lexiconTexts);
  const roles = texts.map((text) => ({ ...text, y: ROLES.indexOf(text.role) }));
  const sided = texts.filter(({ favours }) => favours !== undefined);
  return {
    roles: fitLexicons(roles, ROLES.length),
    favours: fitLexicons(
      sided.map((text) => ({ ...text, y: Number(text.favours) })),
      2,
    ),
  };
}

export function roleOf(stories) {
  return new Map(stories.flatMap(({ roles }) => [...roles]));
}

/**
 * All wordings of a writer, told in this set or not. Decoys stand for what is no part of a story: everyday notes are the same
 * in all sets.
 */
function lexiconTexts({ writer, tenant, stories, decoys, wordings }) {
  const about = { writer, kind: kindOf(writer) };
  if (wordings) return wordings.map((wording) => ({ ...about, ...wording }));
  const roles = roleOf(stories);
  const favours = favoursOf(stories);
  const noise = new Set(decoys);
  return tenant.rows
    .filter(({ id }) => roles.has(id) || noise.has(id))
    .map(({ id, content }) => ({ ...about, content, role: roles.get(id) ?? 'noise', favours: favours.get(id) }));
}

/** Whether an evidence speaks for the one option that it is about: it supports the decision where that was taken. */
function favoursOf(stories) {
  const edges = stories.flatMap((story) => story.edges);
  const taken = new Set(edges.flatMap(({ from, relation }) => (relation === 'chosen' ? from : [])));
  const about = new Map();
  for (const { from, to, relation } of edges) {
    if (relation === 'weighed') about.set(to, [...(about.get(to) ?? []), from]);
  }
  const sides = edges.filter(({ relation }) => relation === 'supports' || relation === 'opposes');
  return new Map(
    sides
      .filter(({ from }) => about.get(from)?.length === 1)
      .map(({ from, relation }) => [from, (relation === 'supports') === taken.has(about.get(from)[0])]),
  );
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

/** Of what is nothing to the decision in a large tenant every eighth, counted eight times. */
function firstRowsOf({ field, story, hub }) {
  const signals = firstSignals(field, hub);
  const oneIn = field.memories.length < fewInAll ? 1 : 8;
  return field.memories.flatMap(({ id }, place) => {
    const role = story.roles.get(id) ?? 'noise';
    if (place === hub || (role === 'noise' && place % oneIn !== 0)) return [];
    return [{ x: signals.row(place), y: MEMBER_ROLES.indexOf(role), weight: role === 'noise' ? oneIn : 1 }];
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
