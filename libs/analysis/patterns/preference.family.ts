import { binomialUpperTail } from '../statistics/binomial.js';
import { TENTATIVE_P, type Candidate, type FamilyRun, type PatternSearch } from './candidate.js';

/** Days with choices of one kind below which no preference is tried. */
const FEWEST_CHOICES = 5;

/** A choice that keeps falling the same way. Unit: pair of alternatives and day; by chance either is taken half the time. */
export function preferences({ timeline, minOccurrences }: PatternSearch): FamilyRun {
  const pairs = new Map<string, { a: string; b: string; choices: { memory: number; a: boolean }[] }>();
  timeline.observations.forEach(({ choice }, memory) => {
    if (choice === undefined || choice.chosen === choice.instead) return;
    const [a, b] = [choice.chosen, choice.instead].sort() as [string, string];
    const pair = pairs.get(`${a}\n${b}`) ?? { a, b, choices: [] };
    pair.choices.push({ memory, a: choice.chosen === a });
    pairs.set(`${a}\n${b}`, pair);
  });
  let tried = 0;
  const candidates = [...pairs.values()].flatMap(({ a, b, choices }) => {
    const votes = new Map<number, number>();
    for (const choice of choices) {
      const day = timeline.dayOf[choice.memory] ?? 0;
      votes.set(day, (votes.get(day) ?? 0) + (choice.a ? 1 : -1));
    }
    const decided = [...votes.values()].filter((vote) => vote !== 0);
    if (decided.length < Math.max(FEWEST_CHOICES, minOccurrences)) return [];
    tried += 1;
    const forA = decided.filter((vote) => vote > 0).length;
    const isA = forA * 2 >= decided.length;
    const observed = isA ? forA : decided.length - forA;
    const p = Math.min(1, 2 * binomialUpperTail(observed, decided.length, 0.5));
    if (p > TENTATIVE_P || observed < minOccurrences) return [];
    const found: Candidate = {
      family: 'preference',
      items: [],
      p,
      test: 'binomial',
      params: { chosen: isA ? a : b, instead: isA ? b : a },
      observed,
      of: decided.length,
      expected: decided.length / 2,
      evidence: choices.filter((choice) => choice.a === isA).map((choice) => choice.memory),
      counterExamples: choices.filter((choice) => choice.a !== isA).map((choice) => choice.memory),
    };
    return [found];
  });
  return { tried, candidates };
}
