import { randomNumbers } from '../../support/vectors/vector-samples.js';
import { generatedTexts } from './generated-texts.js';

/** A memory as an import takes it. */
export interface Note {
  readonly content: string;
  readonly type: string;
  readonly importance: number;
  readonly tags: readonly string[];
  readonly metadata: Readonly<Record<string, string>>;
  readonly createdAt: string;
}

const START = Date.parse('2024-01-01T00:00:00Z');
const DAY_MS = 86_400_000;
/** A tenant of a million has been written for so long. */
const DAYS = 1_000;
const A_DAY = 1_000;
const TYPES = ['episodic', 'semantic', 'task', 'emotional', 'decision', 'event'];
const NAMES = 'Anna Bjorn Carla Duarte Eyvindur Freydis Greta Hallur Ines Jonas Kari Lena'.split(' ');
const OPENINGS = ['We decided to', 'One option would be', 'Because of that', 'As a result', 'Felt good about', 'Met'];
/** From here on come notes that no tenant is filled with. */
const OTHERS = 100_000_000;
/** Memories of a project, however large the tenant is. */
export const A_PROJECT = 100;
const CHANNELS = 10;

/**
 * Notes of a team from the one with this number on: each with words of its own, names, tags that come back, and the time at
 * which it was written. A project has 100 of them in a row, a channel every tenth.
 */
export function notesOf(count: number, from: number, aDay = A_DAY): Note[] {
  const random = randomNumbers(from + 1);
  const pick = <T>(values: readonly T[]): T => values[Math.floor(random() ** 2 * values.length)] as T;
  return generatedTexts(count, from).map((text, i) => {
    const number = from + i;
    const at = timeOf(number, aDay);
    const names = random() < 0.4 ? ` with ${pick(NAMES)}` : '';
    const weekday = random() < 0.1 ? [`day${at.getUTCDay()}`] : [];
    return {
      content: `${pick(OPENINGS)} ${text.slice(0, -1)}${names}, note ${number}.`,
      type: pick(TYPES),
      importance: Math.round(random() * 10) / 10,
      tags: [`topic${Math.floor(random() ** 2 * 200)}`, ...weekday],
      metadata: { project: `p${Math.floor(number / A_PROJECT)}`, channel: `c${number % CHANNELS}` },
      createdAt: at.toISOString(),
    };
  });
}

/** Notes to add to a tenant; each is given a time that the tenant has, as any other would change its patterns. */
export function addedNotes(count: number, size: number): Omit<Note, 'createdAt'>[] {
  return notesOf(count, OTHERS + size).map(({ createdAt: _, ...note }) => note);
}

/** When the note with this number was written. */
export function timeOf(number: number, aDay = A_DAY): Date {
  return new Date(START + ((number / aDay) % DAYS) * DAY_MS);
}
