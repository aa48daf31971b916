/** What simpler ways find: each takes observations and returns `[{ family, tier, items: [{ name }], params }]`. */
export const RIVALS = {
  'plain counting': plainCounting,
  'calendar, no exposure': calendarBaseline,
  'followed by': followedBy,
};

const DAY = 86_400_000;
const MIN = 3;
const LEVEL = 0.05;

/** Anything that happens three times: pairs of tags on three days, a weekday or hour that holds half of an item's days. */
function plainCounting(observations) {
  const items = itemsOf(observations);
  const found = [];
  for (const [name, { days, times }] of items) {
    const weekday = top(count([...days].map(weekdayOf)));
    if (weekday.count >= MIN && weekday.count * 2 >= days.size)
      found.push(pattern('routine', [name], { weekday: weekday.key }));
    const hour = top(count(times.map(hourOf)));
    if (hour.count >= MIN && hour.count * 2 >= times.length) found.push(pattern('routine', [name], { hour: hour.key }));
  }
  forPairs(items, (a, b) => {
    const both = [...b.days].filter((day) => a.days.has(day)).length;
    if (both >= MIN) found.push(pattern('association', [a.name, b.name]));
  });
  return found;
}

/** Binomial tests with Benjamini-Hochberg, but against a calendar in which every weekday and hour is alike. */
function calendarBaseline(observations) {
  const tests = [];
  for (const [name, { days, times }] of itemsOf(observations)) {
    if (days.size < MIN) continue;
    const weekdays = count([...days].map(weekdayOf));
    for (let weekday = 1; weekday <= 7; weekday += 1) {
      tests.push({
        p: upperTail(weekdays.get(weekday) ?? 0, days.size, 1 / 7),
        found: pattern('routine', [name], { weekday }),
      });
    }
    const hours = count(times.map(hourOf));
    for (let hour = 0; hour < 24; hour += 1) {
      const near = [23, 0, 1].reduce((sum, shift) => sum + (hours.get((hour + shift) % 24) ?? 0), 0);
      tests.push({ p: upperTail(near, times.length, 3 / 24), found: pattern('routine', [name], { hour }) });
    }
  }
  return established(tests);
}

/** Of A's days, on how many does B come within three days, against how common B is? No question of the order's own. */
function followedBy(observations) {
  const items = itemsOf(observations);
  const span = (observations.at(-1).at - observations[0].at) / DAY + 1;
  const tests = [];
  const test = (a, b) => {
    const after = [...a.days].filter((day) => [1, 2, 3].some((lag) => b.days.has(day + lag))).length;
    if (after < MIN) return;
    const chance = 1 - (1 - Math.min(0.99, b.days.size / span)) ** 3;
    tests.push({ p: upperTail(after, a.days.size, chance), found: pattern('sequence', [a.name, b.name]) });
  };
  let pairs = 0;
  forPairs(items, (a, b) => {
    pairs += 2;
    test(a, b);
    test(b, a);
  });
  return established(tests, pairs);
}

function itemsOf(observations) {
  const items = new Map();
  for (const { at, tags } of observations) {
    for (const name of tags) {
      const item = items.get(name) ?? { name, days: new Set(), times: [] };
      item.days.add(Math.floor(at / DAY));
      item.times.push(at);
      items.set(name, item);
    }
  }
  return items;
}

function forPairs(items, visit) {
  const list = [...items.values()].filter(({ days }) => days.size >= MIN);
  list.forEach((a, index) => list.slice(index + 1).forEach((b) => visit(a, b)));
}

/** Benjamini-Hochberg at 5%. */
function established(tests, tried = tests.length) {
  const sorted = tests.sort((a, b) => a.p - b.p);
  let last = -1;
  sorted.forEach(({ p }, rank) => {
    if (p <= (LEVEL * (rank + 1)) / tried) last = rank;
  });
  return sorted.slice(0, last + 1).map(({ found }) => found);
}

function pattern(family, names, params = {}) {
  return { family, tier: 'established', items: names.map((name) => ({ name })), params };
}

function count(keys) {
  const counts = new Map();
  for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + 1);
  return counts;
}

function top(counts) {
  return [...counts].map(([key, count]) => ({ key, count })).sort((a, b) => b.count - a.count)[0];
}

/** 1 Monday to 7 Sunday; 1 January 1970 was a Thursday. */
function weekdayOf(day) {
  return ((day + 3) % 7) + 1;
}

function hourOf(at) {
  return Math.floor((at % DAY) / 3_600_000);
}

function upperTail(k, n, p) {
  if (k <= 0) return 1;
  let term = (1 - p) ** n;
  let below = 0;
  for (let i = 0; i < k; i += 1) {
    below += term;
    term *= ((n - i) / (i + 1)) * (p / (1 - p));
  }
  return Math.max(1e-16, 1 - below);
}
