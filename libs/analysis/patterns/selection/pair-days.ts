import type { Finding } from './fdr-selection.js';
import type { Item } from '../types/item.js';
import { spread } from '../types/even-sample.js';
import type { Timeline } from '../calendar/timeline.js';

/** From this share of its days on, what is reported of two things lies within something else: one day in four may break the rule. */
const INSIDE_SHARE = 0.75;
/** So many of its days are looked at. */
const SAMPLE = 60;

/** What is reported of two things, with the days it is reported by. */
export class PairDays {
  private readonly days: ReadonlySet<number>;
  private readonly sample: readonly number[];

  constructor(
    private readonly items: readonly Item[],
    evidence: readonly number[],
    { dayOf }: Timeline,
  ) {
    this.days = new Set(evidence.map((memory) => dayOf[memory] ?? 0));
    this.sample = spread([...this.days], SAMPLE);
  }

  /** Only families that tell of two things have such days. */
  static of(finding: Finding, timeline: Timeline): PairDays | undefined {
    return finding.items.length === 2 ? new PairDays(finding.items, finding.evidence(), timeline) : undefined;
  }

  /**
   * Whether others tell what this does. Either one of its family shares a thing with it and the days: gym with protein,
   * and gym with shake, where there is no shake without protein. Or it and one more tell of either thing with a third
   * one, on these very days: bread comes after nights, notes go with nights, so bread comes after notes. That one of
   * them has a thing in common with it explains nothing: wine and chocolate may both give a migraine.
   * @param alike those of its family
   * @param all those of every family
   */
  isToldBy(alike: readonly PairDays[], all: readonly PairDays[]): boolean {
    const partners = all.filter((other) => this.touches(other));
    return alike.some(
      (one) =>
        this.touches(one) &&
        ((this.isInside([one]) && one.isInside([this])) ||
          partners.some((other) => this.closes(one, other) && this.isInside([one, other]))),
    );
  }

  private touches({ items }: PairDays): boolean {
    return this.items.some((item) => items.includes(item));
  }

  private isInside(others: readonly PairDays[]): boolean {
    const inside = this.sample.filter((day) => others.some(({ days }) => days.has(day)));
    return inside.length >= this.sample.length * INSIDE_SHARE;
  }

  /** Whether these and the two others tell of three things, two by two. */
  private closes(one: PairDays, other: PairDays): boolean {
    const third = one.items.find((item) => !this.items.includes(item));
    const second = this.items.find((item) => !one.items.includes(item));
    return third !== undefined && second !== undefined && [third, second].every((item) => other.items.includes(item));
  }
}
