import { Seeded } from './seeded.mjs';

export const DAY = 86_400_000;
const HOUR = 3_600_000;
const MINUTE = 60_000;
/** Monday, 6 January 2025, 00:00 UTC. */
export const START = 1_736_121_600_000;
const SKETCH_SIZE = 64;
const TYPES =
  'episodic semantic procedural working prospective emotional contextual identity relational event predictive task decision'.split(
    ' ',
  );

/**
 * How and when a tenant writes, without any regularity in what. `fitted` and `waves` are what the tests were tuned on
 * (`waves` was held out until 22 November 2026, when trends and feelings were made anew). `held-out` has other shapes of
 * days, weeks and seasons, other tails, types, importances and moods; docs/internals/evaluation-of-intelligence.md says when it was first run.
 */
const LIVES = {
  fitted: {
    weekdays: [1.4, 1.2, 1.2, 1.1, 0.9, 0.3, 0.3],
    hours: [9, 10, 11, 14, 15, 16, 21],
    /** Growth over the whole time, and nothing else. */
    season: (share) => 0.5 + share,
    tail: (rank) => 1 / (rank + 3),
    sessionMinutes: 40,
    sessionSize: 8,
    topicDays: 12,
    offset: 0,
    spread: () => 1,
    feeling: (random) => (random.chance(0.15) ? (random.chance(0.45) ? 1 : -1) : 0),
  },
  waves: {
    weekdays: [0.6, 0.5, 0.9, 0.5, 1.1, 2.2, 1.9],
    hours: [0, 1, 7, 12, 13, 19, 20, 22, 23],
    /** Two waves a year, a long holiday, then a decline. */
    season: (share) => (share > 0.4 && share < 0.48 ? 0.02 : (1.2 + Math.sin(share * 4 * Math.PI)) * (1.6 - share)),
    tail: (rank) => (rank + 1) ** -1.15,
    sessionMinutes: 150,
    sessionSize: 5,
    topicDays: 30,
    offset: 0.4,
    spread: (dimension) => 1.6 * 0.98 ** dimension,
    feeling: (random, share) => {
      const mood = 0.5 + 0.3 * Math.sin(share * 9);
      return random.chance(0.35) ? (random.chance(mood) ? 1 : -1) : 0;
    },
  },
  'held-out': {
    weekdays: [1, 0.7, 1.8, 0.7, 1.2, 1.1, 0.2],
    hours: [5, 6, 6, 8, 17, 18, 18],
    /** Four quarters, each busy in its own way. */
    season: (share) => [0.4, 1.5, 0.8, 2][Math.floor(share * 4)],
    /** A dozen things all the time, the others seldom. */
    tail: (rank) => (rank < 12 ? 1 : 0.15),
    sessionMinutes: 20,
    sessionSize: 3,
    topicDays: 40,
    offset: 0.2,
    spread: (dimension) => (dimension < 8 ? 2 : 0.8),
    type: (random) => TYPES[Math.floor(random.next() ** 2 * TYPES.length)],
    /** Most memories are saved without a thought of it. */
    importance: (random) => (random.chance(0.6) ? 0.5 : random.pick([0.2, 0.4, 0.7, 0.9])),
    /** Good weeks and bad weeks. */
    feeling: (random, share) => {
      const mood = Math.sin(share * 97) > 0 ? 0.68 : 0.38;
      return random.chance(0.22) ? (random.chance(mood) ? 1 : -1) : 0;
    },
  },
};

/** A tenant's times, and what could fill them: items drawn by a long-tailed frequency, feelings, types, importances. */
export class Life {
  constructor(name, seed, memories) {
    this.shape = LIVES[name];
    this.random = new Seeded(seed);
    this.memories = memories;
    this.days = Math.max(60, Math.min(720, Math.round(memories / 3)));
    this.items = Math.min(400, Math.round(20 + memories / 25));
    this.drawItem = this.random.drawing(Array.from({ length: this.items }, (_, rank) => this.shape.tail(rank)));
  }

  /** `[{ session, at }]`; bursty: sessions of several memories on days of very unequal weight. */
  times(bursty) {
    const { random, days, memories, shape } = this;
    const weights = Array.from({ length: days }, (_, day) => {
      const burst = bursty ? Math.exp(1.5 * (random.next() + random.next() + random.next() - 1.5)) : 1;
      return shape.weekdays[day % 7] * shape.season(day / days) * burst;
    });
    const drawDay = random.drawing(weights);
    const count = bursty ? Math.max(20, Math.round(memories / shape.sessionSize)) : memories;
    const starts = Array.from(
      { length: count },
      () => drawDay() * DAY + (random.pick(shape.hours) + random.next()) * HOUR,
    );
    return Array.from({ length: memories }, (_, index) => ({
      session: index % count,
      at: START + starts[index % count] + (bursty ? random.next() * shape.sessionMinutes * MINUTE : 0),
    }));
  }

  /** A memory that says nothing but these items. */
  memory(id, at, items) {
    const { random, shape, days } = this;
    return {
      id,
      at,
      type: shape.type?.(random) ?? random.pick(TYPES),
      importance: shape.importance?.(random) ?? Math.round(random.next() * 10) / 10,
      tags: [...new Set(items)].map((item) => (typeof item === 'number' ? `t${item}` : item)),
      entities: random.chance(0.3) ? [`e${this.drawItem()}`] : [],
      sketch: this.sketch(),
      valence: shape.feeling(random, (at - START) / (days * DAY)),
    };
  }

  /** A meaning of no subject: normal in every dimension, in some more than in others. */
  sketch() {
    const { random, shape } = this;
    return Int8Array.from(
      { length: SKETCH_SIZE },
      (_, dimension) => 24 * (shape.offset + random.normal() * shape.spread(dimension)),
    );
  }
}
