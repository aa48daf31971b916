import type { Told } from './chain-bed.js';

/** How a club came to repair its boat. */
export const BOAT_STORY: readonly Told[] = [
  {
    id: 'b1',
    day: 60,
    type: 'event',
    tags: ['marigold'],
    text: 'The hull of the Marigold is cracked and leaking; the club cannot go on rowing it. What now?',
  },
  {
    id: 'b2',
    day: 63,
    type: 'semantic',
    tags: ['marigold'],
    text: 'One option for the Marigold: have the boatyard in Conneaut repair the cracked hull.',
  },
  {
    id: 'b3',
    day: 64,
    type: 'semantic',
    tags: ['marigold', 'vespoli'],
    text: 'Another option: replace the Marigold with a used Vespoli from the classifieds.',
  },
  {
    id: 'b4',
    day: 68,
    type: 'semantic',
    tags: ['marigold'],
    text: 'According to the Conneaut boatyard the repair of the Marigold costs 3,400, guaranteed for five years.',
  },
  {
    id: 'b5',
    day: 70,
    type: 'semantic',
    tags: ['vespoli'],
    text: 'Looked at the used Vespoli: a soft spot under the stroke seat, a risk, and dearer than the repair.',
  },
  {
    id: 'b6',
    day: 75,
    type: 'decision',
    tags: ['marigold'],
    text: 'The board decided: we repair the Marigold in Conneaut and drop the Vespoli.',
  },
  {
    id: 'b7',
    day: 78,
    type: 'task',
    tags: ['marigold'],
    text: 'Brought the Marigold to the Conneaut boatyard and paid the deposit for the repair.',
  },
  {
    id: 'b8',
    day: 120,
    type: 'episodic',
    tags: ['marigold'],
    text: 'Six weeks later the repaired Marigold is dry as a bone and rows better than before; worth it.',
  },
];

const everyday = [
  'Lunch with Ana by the harbour, too much garlic.',
  'The wifi password at the library changed again.',
  'Salka lost a tooth and wrote a letter about it.',
  'Rain all day, read two chapters.',
  'Mihail likes his tea without sugar.',
  'Ran ten kilometres before breakfast.',
  'The bakery sells rye bread on Fridays only.',
  'Watched a film about lighthouses.',
];

/** Sixty days without a story. */
export const EVERYDAY: readonly Told[] = Array.from({ length: 60 }, (_, i) => ({
  id: `e${String(i)}`,
  day: 3 * i,
  text: `${everyday[i % everyday.length] ?? ''} Page ${String(i)}.`,
  tags: [`day${String(i % 9)}`],
}));

/** What retrieval would say of a text for a question about the boat. */
export function boatRelevance(text: string): number {
  return /Marigold|Vespoli/.test(text) ? 0.5 : 0.01;
}
