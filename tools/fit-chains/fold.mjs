/** Sets that one group of writers wrote, read and answered by models that have not seen them. */
import { readFileSync } from 'node:fs';
import { addAnswer, emptyScore } from '../eval-intelligence/chain-scores.mjs';
import { firstLook, secondLook } from '../eval-intelligence/chain-tenant.mjs';
import {
  answerScore,
  closeHubs,
  fieldOf,
  possibleOf,
  rankedClosely,
  reportOf,
  smallness,
} from '../../dist/libs/analysis/chains/fitting.js';
import { hubRows, rankedBy, topicRows } from './answers.mjs';
import { confidenceRows } from './confidence.mjs';
import { memberRows, textRows } from './corrections.mjs';
import { hubFirstRows, possibleRows } from './possible.mjs';
import { openSeen, openSmall, questionsOf } from './questions.mjs';
import { foundOptionRows, foundSideRows, foundWeighedRows } from './relations.mjs';
import { fromJson } from './weights-json.mjs';

const identity = Array.from({ length: 1001 }, (_, i) => ({ at: i / 1000, probability: i / 1000 }));
/** As long as they are not chosen. */
const START = {
  fewestAnswer: { large: 0, small: 0 },
  fewestHub: 0.1,
  fewestShare: { large: 0.4, small: 0.4 },
  fewestOnTrunk: 0.55,
  calibration: identity,
};
/** A decision of which nothing is known but its members. */
const unjudged = { probability: 0.5, asked: 0.5, signals: [] };

/** Up to `answer` the methods are called in their order, each with what was fitted on the rows that the one before gave for all folds. */
export class Fold {
  #left;
  #weights;
  #sets;
  /** [{ name, left, kind?, story?, field, hubs }], a question each */
  #found = [];

  constructor(left) {
    this.#left = left;
  }

  /** @param models file of the linear models @param seeds how often stories are planted with a writer's phrasings */
  async open(models, seeds) {
    this.#weights = { ...fromJson(readFileSync(models, 'utf8')), ...START };
    this.#sets = await openSeen((writer) => this.#left.split(',').includes(writer), seeds);
    return this.#ofThisFold(textRows(this.#sets, this.#weights));
  }

  /** @param kinds of questions about nothing */
  async firstLookRows(textTrees, kinds) {
    const { text, ...others } = this.#weights;
    this.#weights = { ...others, text: { ...text, trees: textTrees } };
    const asked = questionsOf([...this.#sets, ...(await openSmall(this.#sets))], kinds);
    this.#sets = [];
    const rows = [];
    for (const { topic, ...one } of asked) {
      const first = await firstLook(one.tenant, topic);
      this.#found.push({ ...one, left: this.#left, first });
      rows.push(...possibleRows([{ ...one, left: this.#left, field: fieldOf(first, this.#weights) }]));
    }
    return rows;
  }

  secondLookRows(possible) {
    this.#weights = { ...this.#weights, possible };
    this.#found = this.#found.map(({ first, tenant, ...one }) => ({
      ...one,
      field: fieldOf(secondLook(tenant, first, this.#weights), this.#weights),
    }));
    return possibleRows(this.#found);
  }

  hubFirstRows(possible) {
    this.#take({ possible });
    return hubFirstRows(this.#found);
  }

  memberRows(hubFirst) {
    this.#take({ hubFirst });
    return memberRows(this.#found);
  }

  optionRows(memberTrees) {
    this.#take({ second: { ...this.#weights.second, trees: memberTrees } });
    for (const one of this.#found) {
      one.hubs = closeHubs(one.field).map((membership) => ({ membership, ...unjudged }));
    }
    return foundOptionRows(this.#found);
  }

  weighedRows(option) {
    this.#take({ option });
    return foundWeighedRows(this.#found);
  }

  sideRows(weighed) {
    this.#take({ weighed });
    return foundSideRows(this.#found);
  }

  hubRows(side) {
    this.#take({ side });
    for (const one of this.#found) {
      const memberships = one.hubs.map(({ membership }) => membership);
      one.hubs = rankedClosely(one.field, memberships, one.field.weights.hub);
    }
    return hubRows(this.#found);
  }

  topicRows(hub) {
    return topicRows(this.#found, hub);
  }

  /** @param models what judges answers: `hub`, `topic`, `answer` */
  answer(models) {
    this.#take(models);
    for (const one of this.#found) one.hubs = rankedBy(one, models.hub);
  }

  /** @returns [name, score] of each set @param onlyToldOf leaves questions about nothing out */
  scores(settings, onlyToldOf = false) {
    this.#take(settings);
    const scores = new Map();
    for (const { name, story, field, hubs } of this.#found) {
      if (onlyToldOf && story === undefined) continue;
      if (!scores.has(name)) scores.set(name, emptyScore());
      addAnswer(scores.get(name), reportOf(field, hubs), story);
    }
    return [...scores];
  }

  /** Of every answer, also of those too improbable to be told. */
  confidenceRows(settings) {
    this.#take(settings);
    return confidenceRows(this.#found.filter(({ story }) => story));
  }

  /** @param confidence what tells how sure the answers are */
  confidence(confidence) {
    this.#take({ confidence });
  }

  /** @returns [{ name, kind?, small, score }] how small the tenant is, and how much speaks for answering */
  answerScores() {
    return this.#found.map(({ name, kind, field, hubs }) => ({
      name,
      kind,
      small: smallness(field.input.tenantSize),
      score: answerScore(field, hubs),
    }));
  }

  #take(models) {
    this.#weights = { ...this.#weights, ...models };
    for (const one of this.#found) {
      const changed = { ...one.field, weights: this.#weights };
      one.field = 'possible' in models ? { ...changed, possible: possibleOf(changed) } : changed;
    }
  }

  #ofThisFold(rows) {
    return rows.map((row) => ({ ...row, left: this.#left }));
  }
}
