import { DAY, START, Life } from './lives.mjs';

const HOUR = 3_600_000;

/** Corpora in which nothing is to be found: every established pattern is a false one, but those of `ALLOWED`. */
export const NULLS = {
  'whole-memory shuffle': shuffled,
  'item re-deal': redealt,
  bursty,
  'daily journal': withJournal,
  'weekly habits': withWeeklyThings,
  'no tags': withoutTags,
};

/** What a null holds all the same, and may be reported: that its weekly things are weekly. */
export const ALLOWED = {
  'weekly habits': ({ family, items }) =>
    ['routine', 'interval'].includes(family) && items.every(({ name }) => WEEKLY.includes(name)),
};

const WEEKLY = ['weekly0', 'weekly1', 'weekly2'];

/** A corpus with routines, intervals, sequences and trends, whose memories then exchange their times. */
function shuffled(lifeName, seed, memories) {
  const life = new Life(lifeName, seed, memories);
  const corpus = withRegularities(life);
  const times = life.random.shuffle(corpus.map(({ at }) => at));
  return corpus.map((memory, index) => ({ ...memory, at: times[index] }));
}

/** The same, whose memories keep their times and exchange what they carry, thing by thing. */
function redealt(lifeName, seed, memories) {
  const life = new Life(lifeName, seed, memories);
  const corpus = withRegularities(life, true);
  const tags = life.random.shuffle(corpus.flatMap((memory) => memory.tags));
  const deal = (field) => life.random.shuffle(corpus.map((memory) => memory[field]));
  const [types, entities, valences, importances] = ['type', 'entities', 'valence', 'importance'].map(deal);
  let next = 0;
  return corpus.map((memory, index) => {
    const dealt = tags.slice(next, (next += memory.tags.length));
    return {
      ...memory,
      tags: [...new Set(dealt)],
      type: types[index],
      entities: entities[index],
      valence: valences[index],
      importance: importances[index],
    };
  });
}

/** Sessions about one topic each; for some weeks few topics are active, then others. Neither has to do with the other. */
function bursty(lifeName, seed, memories) {
  const life = new Life(lifeName, seed, memories);
  const { random, shape } = life;
  const active = new Map();
  const topics = new Map();
  return life.times(true).map(({ session, at }, index) => {
    if (!topics.has(session)) {
      const slot = Math.floor((at - START) / DAY / shape.topicDays);
      if (!active.has(slot))
        active.set(
          slot,
          Array.from({ length: 6 }, () => life.drawItem()),
        );
      topics.set(session, random.chance(0.7) ? random.pick(active.get(slot)) : life.drawItem());
    }
    const items = [topics.get(session)];
    if (random.chance(0.6)) items.push(life.drawItem());
    return life.memory(`m${index}`, at, items);
  });
}

/**
 * Noise, and a third of the memories a journal: on every day, always at one hour at which nothing else begins. So
 * many memories are too many for a pattern of the journal itself; of the others none is to be reported.
 */
function withJournal(lifeName, seed, memories) {
  const life = new Life(lifeName, seed, memories);
  const { random, days, shape } = life;
  const written = Math.round(memories / 3);
  const hour = random.pick([...Array(24).keys()].filter((candidate) => !shape.hours.includes(candidate)));
  return life.times(seed % 2 === 1).map(({ at }, index) => {
    if (index >= written) {
      const items = Array.from({ length: 1 + random.below(3) }, () => life.drawItem());
      return life.memory(`m${index}`, at, items);
    }
    const time = START + (index % days) * DAY + (hour + random.next()) * 3_600_000;
    return { ...life.memory(`m${index}`, time, ['journal']), type: 'journal', entities: [] };
  });
}

/** Noise on working days alone, and three things, each with a weekday of its own, in all weeks but one of seven. */
function withWeeklyThings(lifeName, seed, memories) {
  const life = new Life(lifeName, seed, memories);
  const { random, days } = life;
  const noise = life.times(seed % 2 === 1).map(({ at }, index) => {
    const items = Array.from({ length: 1 + random.below(3) }, () => life.drawItem());
    const weekday = Math.floor((at - START) / DAY) % 7;
    return life.memory(`m${index}`, weekday < 5 ? at : at - (1 + random.below(5) + weekday - 5) * DAY, items);
  });
  const weekdays = random.shuffle([0, 1, 2, 3, 4]);
  const weekly = WEEKLY.flatMap((thing, index) =>
    Array.from({ length: Math.floor(days / 7) }, (_, week) => START + (week * 7 + weekdays[index]) * DAY)
      .filter(() => random.chance(0.86))
      .map((day, week) =>
        life.memory(`${thing}-${week}`, day + (random.pick(life.shape.hours) + random.next()) * HOUR, [thing]),
      ),
  );
  return [...noise, ...weekly];
}

/** Bursts about few topics, of memories that have no tags and six words each, two of which stand beside each other. */
function withoutTags(lifeName, seed, memories) {
  const life = new Life(lifeName, seed, memories);
  return bursty(lifeName, seed, memories).map(({ tags, ...memory }) => {
    const items = [...tags, ...Array.from({ length: 6 - tags.length }, () => `t${life.drawItem()}`)];
    const [first, ...others] = items.map(wordOf);
    return { ...memory, tags: [], words: `${first} ${others.join(';')}` };
  });
}

/** A word of letters alone that has no ending: t12 is xbmo. */
function wordOf(item) {
  const number = Number(item.slice(1));
  const letter = (digit) => 'bcdfghjklmnpqrtvwz'[digit % 18];
  return `x${letter(Math.floor(number / 324))}${letter(Math.floor(number / 18))}${letter(number)}o`;
}

/** A tenth of the memories follow a rule; the rest is noise. */
function withRegularities(life, inBursts = false) {
  const { random, days } = life;
  const ruled = Math.round(life.memories / 10);
  const rules = [
    (n) => Math.floor(n * 7) % days,
    (n) => Math.floor(n * 11) % days,
    () => Math.floor(Math.sqrt(random.next()) * days),
  ];
  return life.times(inBursts).map(({ at }, index) => {
    if (index >= ruled) {
      const items = Array.from({ length: 1 + random.below(3) }, () => life.drawItem());
      return life.memory(`m${index}`, at, items);
    }
    const rule = index % rules.length;
    const day = rules[rule](Math.floor(index / rules.length));
    return life.memory(`m${index}`, START + day * DAY + 9 * 3_600_000, [`rule${rule}`]);
  });
}
