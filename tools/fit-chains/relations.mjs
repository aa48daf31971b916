/** Fits what tells relations: on stories whose members are given, and then on stories as they are found. */
import {
  optionSignals,
  relationsOf,
  sideSignals,
  storiesOf,
  towards,
  weighedOf,
  weighedSignals,
} from '../../dist/libs/analysis/chains/fitting.js';
import { fitYes } from './logistic.mjs';
import { fitYesModel } from './yes-model.mjs';

/** @param told [{ field, story, hub, favours }], the field by the fitted models, `favours` of texts not read before */
export function fitRelations(told, weights) {
  const read = (field, favours) => ({ ...field, weights: { ...weights, favours } });
  const stories = told.map(({ field, story, hub, favours }) => ({
    field: read(field, favours),
    favours,
    truth: story,
    story: truthOf(field, story, hub),
  }));
  weights.option = fitYes(stories.flatMap(optionRows), { ridge: 3e-3, steps: 300 });
  weights.weighed = fitYesModel(stories.flatMap(weighedRows), { ridge: 3e-3, steps: 300 });
  for (const one of stories) one.field = read(one.field, one.favours);
  weights.side = fitYes(stories.flatMap(sideRows), { ridge: 3e-3, steps: 300 });
}

/** A story with its members as the truth has them. */
export function truthOf(field, { roles }, hub) {
  const members = field.memories.flatMap(({ id }, place) =>
    roles.has(id) ? [{ place, role: place === hub ? 'decision' : roles.get(id), confidence: 1 }] : [],
  );
  return { hub, probability: 1, members };
}

function has({ edges }, field, from, to, relation) {
  const [a, b] = [field.memories[from].id, field.memories[to].id];
  return Number(edges.some((edge) => edge.from === a && edge.to === b && edge.relation === relation));
}

function earlier({ members, hub }, role) {
  return members.filter((one) => one.role === role && one.place < hub);
}

function optionRows({ field, truth, story }) {
  const options = earlier(story, 'option');
  return optionSignals(field, story).map((x, i) => ({
    x,
    y: has(truth, field, options[i].place, story.hub, 'chosen'),
  }));
}

function weighedRows({ field, truth, story }) {
  const options = earlier(story, 'option');
  return options.flatMap((from) =>
    earlier(story, 'evidence')
      .filter(({ place }) => place > from.place)
      .map((to) => ({
        x: weighedSignals(field, from, to, options),
        y: has(truth, field, from.place, to.place, 'weighed'),
      })),
  );
}

function sideRows({ field, truth, story }) {
  const options = earlier(story, 'option');
  const taken = options.find(({ place }) => has(truth, field, place, story.hub, 'chosen'));
  const evidence = earlier(story, 'evidence');
  const weighed = weighedOf(field, options, evidence);
  return evidence.map((one) => ({
    x: sideSignals(field, story.hub, one, towards(weighed, one, taken)),
    y: has(truth, field, one.place, story.hub, 'supports'),
  }));
}

const asFound = { ridge: 3e-3, steps: 300 };
const trees = { rounds: 80, depth: 3, rate: 0.1, ridge: 5 };

export function fitRelation(rows) {
  return fitYes(rows, asFound);
}

/**
 * Members that do not belong there are among the options, and right ones are missing.
 *
 * @param found [{ left, story?, field, hubs }] @returns a row an option of a story whose decision was found
 */
export function foundOptionRows(found) {
  return found.flatMap((one) => {
    const story = foundStory(one);
    if (story === undefined) return [];
    const options = earlier(story, 'option');
    return optionSignals(one.field, story).map((x, i) => ({
      left: one.left,
      x,
      y: has(one.story, one.field, options[i].place, story.hub, 'chosen'),
    }));
  });
}

/** @returns a row an option and an evidence after it; see `foundOptionRows` */
export function foundWeighedRows(found) {
  return found.flatMap((one) => {
    const story = foundStory(one);
    if (story === undefined) return [];
    const { field, left } = one;
    return weighedRows({ field, truth: one.story, story }).map((row) => ({ ...row, left }));
  });
}

export function fitWeighed(rows) {
  return fitYesModel(rows, asFound, trees);
}

/** @returns a row an evidence that belongs there; see `foundOptionRows` */
export function foundSideRows(found) {
  return found.flatMap((one) => {
    const story = foundStory(one);
    if (story === undefined) return [];
    const { field, left } = one;
    const evidence = earlier(story, 'evidence');
    const weighed = weighedOf(field, earlier(story, 'option'), evidence);
    const taken = relationsOf(field, story).find(({ relation }) => relation === 'chosen')?.from;
    const sideOf = ({ place }) => ['supports', 'opposes'].map((side) => has(one.story, field, place, story.hub, side));
    return evidence
      .filter((each) => sideOf(each).includes(1))
      .map((each) => ({
        left,
        x: sideSignals(field, story.hub, each, towards(weighed, each, taken)),
        y: sideOf(each)[0],
      }));
  });
}

/** The story around the right decision, where that was looked at closely. */
function foundStory({ story, field, hubs }) {
  const right = hubs.find(({ membership: { hub } }) => story?.roles.get(field.memories[hub].id) === 'decision');
  return right === undefined ? undefined : storiesOf(field, [right])[0];
}
