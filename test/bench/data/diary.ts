import { randomNumbers } from '../../support/vectors/vector-samples.js';
import { generatedTexts } from './generated-texts.js';

/** A memory as an import takes it. */
export interface DiaryEntry {
  readonly content: string;
  readonly type: string;
  readonly importance: number;
  readonly tags: readonly string[];
  readonly createdAt: string;
}

const START = Date.parse('2024-01-01T00:00:00Z');
const TYPES = ['episodic', 'semantic', 'task', 'emotional', 'decision', 'event'];
const NAMES = 'Anna Bjorn Carla Duarte Eyvindur Freydis Greta Hallur Ines Jonas Kari Lena'.split(' ');
const OPENINGS = ['We decided to', 'One option would be', 'Because of that', 'As a result', 'Felt good about', 'Met'];
/** Some 100 memories a day: 1,000 days for the largest tenant. */
const A_DAY = 100;

/** Entries from the one with this number on: what people write, with names, tags that come back and weekdays. */
export function diaryOf(count: number, from = 0): DiaryEntry[] {
  const random = randomNumbers(from + 1);
  const pick = <T>(values: readonly T[]): T => values[Math.floor(random() ** 2 * values.length)] as T;
  return generatedTexts(count).map((text, i) => {
    const at = START + ((from + i) / A_DAY) * 86_400_000;
    const weekday = new Date(at).getUTCDay();
    const names = random() < 0.4 ? ` with ${pick(NAMES)}` : '';
    return {
      content: `${pick(OPENINGS)} ${text.slice(0, -1)}${names}, note ${from + i}.`,
      type: pick(TYPES),
      importance: Math.round(random() * 10) / 10,
      tags: [`topic${Math.floor(random() ** 2 * 200)}`, ...(random() < 0.1 ? [`day${weekday}`] : [])],
      createdAt: new Date(at).toISOString(),
    };
  });
}
