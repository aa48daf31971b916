export const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;
/** Zones change their offset on quarters of an hour. */
const QUARTER_MS = 900_000;

/** A moment as a wall clock shows it. */
export interface LocalTime {
  /** Days since 1970-01-01, local. */
  readonly day: number;
  /** 0 to 23. */
  readonly hour: number;
}

/** Wall-clock times of one zone; offsets are remembered, since Intl is slow. */
export class LocalClock {
  private readonly offsets = new Map<number, number>();
  /** The day asked for last, UTC, and its offset where that holds all day. */
  private lastStart = Number.NaN;
  private lastOffset = 0;
  private readonly lookUp: (ms: number) => number;

  /** @param timezone an IANA name; an unknown one throws RangeError */
  constructor(timezone: string) {
    this.lookUp = timezone === 'UTC' ? () => 0 : offsetsOf(timezone);
  }

  at(ms: number): LocalTime {
    const local = ms + this.offset(ms);
    const day = Math.floor(local / DAY_MS);
    return { day, hour: Math.floor((local - day * DAY_MS) / HOUR_MS) };
  }

  /** Two looks a day where both ends of the day agree, one a quarter of an hour else. */
  private offset(ms: number): number {
    const start = Math.floor(ms / DAY_MS) * DAY_MS;
    if (start === this.lastStart) return this.lastOffset;
    const first = this.remembered(start);
    if (first !== this.remembered(start + DAY_MS)) return this.remembered(Math.floor(ms / QUARTER_MS) * QUARTER_MS);
    this.lastStart = start;
    this.lastOffset = first;
    return first;
  }

  private remembered(ms: number): number {
    let offset = this.offsets.get(ms);
    if (offset === undefined) {
      offset = this.lookUp(ms);
      this.offsets.set(ms, offset);
    }
    return offset;
  }
}

/** 1 Monday to 7 Sunday. */
export function weekdayOf(day: number): number {
  return ((((day + 3) % 7) + 7) % 7) + 1;
}

/** What is to be added to UTC at a moment, milliseconds. */
function offsetsOf(timezone: string): (ms: number) => number {
  const format = new Intl.DateTimeFormat('en-US', { timeZone: timezone, timeZoneName: 'longOffset' });
  return (ms) => {
    const name = format.formatToParts(ms).find((part) => part.type === 'timeZoneName')?.value ?? '';
    const match = /GMT([+-])(\d{2}):(\d{2})/.exec(name);
    if (match === null) return 0;
    const minutes = Number(match[2]) * 60 + Number(match[3]);
    return (match[1] === '-' ? -minutes : minutes) * 60_000;
  };
}
