import { dayOf, daysOf, hourOf, tagged, weekdayOf } from './episodes.js';
import { binomialTail, hypergeometricTail } from './exact-tests.js';
import type { Labels, Pattern, PatternKind, PatternStats } from './pattern-truth.js';
import type { SampleMemory } from './sample-tenant.js';

type Params<F extends Pattern['family']> = Extract<PatternKind, { family: F }>['params'];

/** What the memories themselves say about a pattern, whatever the truth file says. */
export interface Finding {
  readonly stats: PatternStats;
  readonly occurrences: readonly SampleMemory[];
  readonly counterExamples: readonly SampleMemory[];
}

/** Tests patterns on the memories: exact, one-sided, in episodes, against exposure. */
export class PatternFinder {
  constructor(
    private readonly all: readonly SampleMemory[],
    private readonly labels: Labels,
  ) {}

  find(pattern: Pattern): Finding {
    const [first = '', second = ''] = pattern.items;
    const own = tagged(this.all, first);
    switch (pattern.family) {
      case 'routine':
        return this.routine(own, pattern.params);
      case 'interval':
        return interval(own, pattern.params);
      case 'sequence':
        return this.sequence(pattern.params);
      case 'association':
        return this.association(own, tagged(this.all, second));
      case 'emotion':
        return this.emotion(own, pattern.params);
      case 'trend':
        return this.trend(own);
      case 'theme':
        return this.share(own, namesOneOf(pattern.params.words));
      case 'preference':
        return this.preference(pattern.params);
      case 'importance':
        return this.share(own, ({ importance }) => importance > pattern.params.above);
    }
  }

  private routine(own: readonly SampleMemory[], { weekday, hour }: Params<'routine'>): Finding {
    const fits = (memory: SampleMemory): boolean =>
      (weekday === undefined || weekdayOf(memory) === weekday) && (hour === undefined || hourOf(memory) === hour);
    const others = this.all.filter((memory) => !own.includes(memory));
    const chance = others.filter(fits).length / others.length;
    const occurrences = own.filter(fits);
    return split(own, occurrences, binomial('binomial', daysOf(occurrences).length, daysOf(own).length, chance));
  }

  private sequence({ from, to, lagDays: [least, most] }: Params<'sequence'>): Finding {
    const first = daysOf(tagged(this.all, from));
    const second = daysOf(tagged(this.all, to));
    const near = (days: readonly number[], day: number, sign: number): boolean =>
      days.some((other) => (other - day) * sign >= least && (other - day) * sign <= most);
    const after = first.filter((day) => near(second, day, 1) && !near(second, day, -1)).length;
    const before = first.filter((day) => near(second, day, -1) && !near(second, day, 1)).length;
    const either = this.all.filter(({ tags }) => tags.includes(from) || tags.includes(to));
    const occurrences = either.filter(
      (memory) =>
        (memory.tags.includes(from) && near(second, dayOf(memory), 1)) ||
        (memory.tags.includes(to) && near(first, dayOf(memory), -1)),
    );
    return split(either, occurrences, binomial('sign', after, after + before, 0.5));
  }

  private association(own: readonly SampleMemory[], other: readonly SampleMemory[]): Finding {
    const days = daysOf(own);
    const otherDays = daysOf(other);
    const both = days.filter((day) => otherDays.includes(day));
    const either = this.all.filter((memory) => own.includes(memory) || other.includes(memory));
    const occurrences = either.filter((memory) => both.includes(dayOf(memory)));
    return split(either, occurrences, fisher(both.length, days.length, otherDays.length, daysOf(this.all).length));
  }

  private emotion(own: readonly SampleMemory[], { direction }: Params<'emotion'>): Finding {
    const { positive, negative } = this.labels.valence;
    const labelled = own.filter(({ externalId }) => positive.includes(externalId) || negative.includes(externalId));
    const occurrences = labelled.filter(({ externalId }) => this.labels.valence[direction].includes(externalId));
    const total = positive.length + negative.length;
    const marked = this.labels.valence[direction].length;
    return split(labelled, occurrences, fisher(occurrences.length, labelled.length, marked, total));
  }

  private trend(own: readonly SampleMemory[]): Finding {
    const all = daysOf(this.all);
    const late = all.slice(Math.floor(all.length / 2));
    const days = daysOf(own);
    const observed = days.filter((day) => late.includes(day)).length;
    return split(own, own, fisher(observed, days.length, late.length, all.length));
  }

  private preference({ chosen, instead }: Params<'preference'>): Finding {
    const { [chosen]: taken, [instead]: left } = this.labels.preferenceChoice;
    const choices = this.all.filter(({ externalId }) => taken.includes(externalId) || left.includes(externalId));
    const occurrences = choices.filter(({ externalId }) => taken.includes(externalId));
    return split(choices, occurrences, binomial('binomial', occurrences.length, choices.length, 0.5));
  }

  /** How many of its memories have a property, against how many of all have it. All of them are its occurrences. */
  private share(own: readonly SampleMemory[], has: (memory: SampleMemory) => boolean): Finding {
    return split(own, own, fisher(own.filter(has).length, own.length, this.all.filter(has).length, this.all.length));
  }
}

function interval(own: readonly SampleMemory[], { intervalDays, toleranceDays }: Params<'interval'>): Finding {
  const days = daysOf(own);
  const gaps = days.slice(1).map((day, at) => day - (days[at] ?? 0));
  const least = Math.ceil(intervalDays - toleranceDays);
  const most = Math.floor(intervalDays + toleranceDays);
  const rate = gaps.length / gaps.reduce((sum, gap) => sum + gap, 0);
  const chance = (1 - rate) ** (least - 1) - (1 - rate) ** most;
  const observed = gaps.filter((gap) => gap >= least && gap <= most).length;
  return split(own, own, binomial('binomial', observed, gaps.length, chance));
}

function namesOneOf(words: readonly string[]): (memory: SampleMemory) => boolean {
  const named = new RegExp(`\\b(?:${words.join('|')})`, 'iu');
  return ({ content }) => named.test(content);
}

function split(of: readonly SampleMemory[], occurrences: readonly SampleMemory[], stats: PatternStats): Finding {
  return { stats, occurrences, counterExamples: of.filter((memory) => !occurrences.includes(memory)) };
}

function binomial(test: 'binomial' | 'sign', observed: number, of: number, chance: number): PatternStats {
  return { test, observed, of, expected: of * chance, p: binomialTail(observed, of, chance) };
}

function fisher(observed: number, of: number, marked: number, total: number): PatternStats {
  return {
    test: 'fisher',
    observed,
    of,
    expected: (of * marked) / total,
    p: hypergeometricTail(observed, of, marked, total),
  };
}
