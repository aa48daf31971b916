import { DAY, START, Life } from './lives.mjs';

const HOUR = 3_600_000;
/** How often a plant breaks its own rule. */
const SLIP = 0.08;

/**
 * One regularity in a life that has none. Each maker returns the memories of the regularity, what of the report is the
 * finding, and, where there is something to measure, whether it is measured right.
 */
export const PLANTS = {
  weekday: { family: 'routine', least: 12, make: weekdays },
  hour: { family: 'routine', least: 12, make: hours },
  interval: { family: 'interval', least: 12, make: intervals },
  sequence: { family: 'sequence', least: 20, make: sequences },
  association: { family: 'association', least: 12, make: associations },
  emotion: { family: 'emotion', least: 20, make: emotions },
  importance: { family: 'importance', least: 12, make: importances },
  trend: { family: 'trend', least: 60, make: trends },
  theme: { family: 'theme', least: 12, make: themes },
  preference: { family: 'preference', least: 12, make: preferences },
  mood: { family: 'mood', least: 60, make: moods },
  'importance trend': { family: 'importance_trend', least: 60, make: importanceTrends },
};

/** `{ memories, isFound(pattern), isRight(pattern) }` */
export function plantedCorpus(lifeName, plant, seed, memories, episodes) {
  const life = new Life(lifeName, seed, memories);
  const noise = life.times(seed % 2 === 1).map(({ at }, index) => {
    const items = Array.from({ length: 1 + life.random.below(2) }, () => life.drawItem());
    return life.memory(`n${index}`, at, items);
  });
  let next = 0;
  const remember = (at, items, fields = {}) => ({ ...life.memory(`p${next++}`, at, items), entities: [], ...fields });
  const { planted, isFound, isRight = () => true } = PLANTS[plant].make(life, episodes, remember);
  const { family } = PLANTS[plant];
  return {
    memories: [...noise, ...planted],
    isFound: (pattern) => pattern.family === family && pattern.tier === 'established' && isFound(pattern),
    isRight,
  };
}

const names = (pattern) => pattern.items.map(({ name }) => name).join('+');
const ofX = (pattern) => names(pattern) === 'X';

/** A moment of a day, at one of the hours at which the tenant writes. */
function someTime({ random, shape }, day) {
  return START + day * DAY + (random.pick(shape.hours) + random.next()) * HOUR;
}

/** So many days, no two the same. */
function someDays(life, count) {
  return life.random
    .shuffle([...Array(life.days).keys()])
    .slice(0, count)
    .sort((a, b) => a - b);
}

function weekdays(life, episodes, remember) {
  const { random } = life;
  const weekday = random.below(7);
  const weeks = random.shuffle([...Array(Math.floor(life.days / 7)).keys()]).slice(0, episodes);
  const planted = weeks.map((week) =>
    remember(someTime(life, week * 7 + weekday + (random.chance(SLIP) ? 1 : 0)), ['X']),
  );
  return {
    planted,
    isFound: (pattern) => ofX(pattern) && pattern.params.weekday !== undefined,
    isRight: (pattern) => pattern.params.weekday === weekday + 1,
  };
}

function hours(life, episodes, remember) {
  const { random } = life;
  const hour = 6 + random.below(16);
  const planted = someDays(life, episodes).map((day) => {
    const at = random.chance(SLIP) ? 6 + random.below(16) : hour;
    return remember(START + day * DAY + (at + random.next()) * HOUR, ['X']);
  });
  return {
    planted,
    isFound: (pattern) => ofX(pattern) && pattern.params.hour !== undefined,
    isRight: (pattern) => Math.abs(pattern.params.hour - hour) <= 1,
  };
}

function intervals(life, episodes, remember) {
  const { random } = life;
  const longest = Math.max(6, Math.min(30, Math.floor(life.days / (episodes + 1))));
  const period = 5 + random.below(longest - 4);
  const planted = [];
  let day = random.below(5);
  for (let episode = 0; episode <= episodes; episode += 1) {
    planted.push(remember(someTime(life, Math.round(day)), ['X']));
    day += period + (random.next() - 0.5);
  }
  return {
    planted,
    isFound: (pattern) => ofX(pattern),
    isRight: (pattern) => Math.abs(pattern.params.intervalDays - period) <= Math.max(1, period * 0.1),
  };
}

function sequences(life, episodes, remember) {
  const { random } = life;
  const spacing = life.days / episodes;
  const planted = Array.from({ length: episodes }, (_, episode) => {
    const day = Math.floor((episode + random.next() * 0.8) * spacing);
    const first = remember(someTime(life, day), ['X']);
    return random.chance(SLIP) ? [first] : [first, remember(someTime(life, day + (random.chance(0.2) ? 2 : 1)), ['Y'])];
  }).flat();
  return { planted, isFound: (pattern) => names(pattern) === 'X+Y' };
}

function associations(life, episodes, remember) {
  const { random } = life;
  const together = someDays(life, episodes).map((day) => remember(someTime(life, day), ['X', 'Y']));
  const apart = someDays(life, Math.round(episodes * 0.4)).map((day) =>
    remember(someTime(life, day), [random.chance(0.5) ? 'X' : 'Y']),
  );
  return { planted: [...together, ...apart], isFound: (pattern) => ['X+Y', 'Y+X'].includes(names(pattern)) };
}

function emotions(life, episodes, remember) {
  const { random } = life;
  const sign = random.chance(0.5) ? 1 : -1;
  const planted = someDays(life, episodes).map((day) =>
    remember(someTime(life, day), ['X'], { valence: random.chance(SLIP) ? -sign : sign }),
  );
  return {
    planted,
    isFound: ofX,
    isRight: (pattern) => pattern.params.direction === (sign === 1 ? 'positive' : 'negative'),
  };
}

/** Feelings of one kind on one weekday, a day each. */
function moods(life, episodes, remember) {
  const { random } = life;
  const sign = random.chance(0.5) ? 1 : -1;
  const weekday = random.below(7);
  const weeks = random.shuffle([...Array(Math.floor(life.days / 7)).keys()]).slice(0, episodes);
  const planted = weeks.map((week) =>
    remember(someTime(life, week * 7 + weekday), [life.drawItem()], { valence: random.chance(SLIP) ? -sign : sign }),
  );
  const direction = sign === 1 ? 'positive' : 'negative';
  return {
    planted,
    isFound: ({ params }) => params.weekday !== undefined,
    isRight: ({ params }) => params.weekday === weekday + 1 && params.direction === direction,
  };
}

/** From about .3 to about .8 over the whole time. */
function importanceTrends(life, episodes, remember) {
  const { random } = life;
  const planted = someDays(life, episodes).map((day) => {
    const rising = 0.3 + (0.5 * day) / life.days + 0.3 * (random.next() - 0.5);
    return remember(someTime(life, day), ['X'], { importance: random.chance(SLIP) ? random.next() : rising });
  });
  return { planted, isFound: ofX, isRight: ({ params }) => params.direction === 'up' };
}

function importances(life, episodes, remember) {
  const { random } = life;
  const planted = someDays(life, episodes).map((day) =>
    remember(someTime(life, day), ['X'], { importance: random.chance(SLIP) ? 0.3 : 0.8 + random.next() * 0.2 }),
  );
  return { planted, isFound: ofX, isRight: (pattern) => pattern.params.direction === 'high' };
}

/** All but a twelfth of the days lie in the later half, more and more of them. */
function trends(life, episodes, remember) {
  const { random } = life;
  const planted = Array.from({ length: episodes }, () =>
    remember(someTime(life, Math.floor(random.next() ** 0.28 * life.days)), ['X']),
  );
  return { planted, isFound: ofX, isRight: (pattern) => pattern.params.direction === 'up' };
}

/** Different tags, one meaning: sketches that agree with their centre to about .8. */
function themes(life, episodes, remember) {
  const centre = life.sketch();
  const planted = someDays(life, episodes).map((day) => {
    const other = life.sketch();
    const sketch = Int8Array.from(centre, (value, index) => 0.8 * value + 0.6 * other[index]);
    return remember(someTime(life, day), [life.drawItem()], { sketch });
  });
  const ids = new Set(planted.map(({ id }) => id));
  const isOurs = (pattern) => pattern.evidenceIds.filter((id) => ids.has(id)).length * 2 > pattern.evidenceIds.length;
  return { planted, isFound: isOurs };
}

function preferences(life, episodes, remember) {
  const { random } = life;
  const planted = someDays(life, episodes).map((day) => {
    const [chosen, instead] = random.chance(SLIP) ? ['new', 'mended'] : ['mended', 'new'];
    return remember(someTime(life, day), [life.drawItem()], { choice: { chosen, instead } });
  });
  return { planted, isFound: () => true, isRight: (pattern) => pattern.params.chosen === 'mended' };
}
