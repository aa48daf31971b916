/** A decision with everything that belongs to it, weeks apart, as records of an import. */
export const FERRY_STORY = [
  ['event', '2026-01-05', 'The old ferry line told us that it stops taking cars to the island from spring on.'],
  ['semantic', '2026-01-20', 'One option for the cars to the island: the Norlines ferry, twice a day, 90 a crossing.'],
  [
    'semantic',
    '2026-01-22',
    'Another option for the cars to the island: the Hansa ferry, cheaper but only on Fridays.',
  ],
  ['episodic', '2026-02-02', 'Tested the Norlines ferry with both cars: on time, and loading took ten minutes.'],
  ['decision', '2026-02-20', 'We decided: the cars go to the island with the Norlines ferry, not with Hansa.'],
  ['task', '2026-03-01', 'Booked the Norlines ferry for both cars, the whole season, and paid for it.'],
  ['episodic', '2026-06-30', 'Result: three months with the Norlines ferry, no crossing missed, the cars are fine.'],
].map(([type, day, content]) => ({ type, content, tags: ['ferry'], createdAt: `${day ?? ''}T10:00:00Z` }));

/** Asks for it. */
export const FERRY_TOPIC = 'which ferry line takes our cars to the island';

/** Other things, so that the story is rare. */
export const EVERYDAY = Array.from({ length: 60 }, (_, i) => ({
  type: 'episodic',
  content: `Note ${i}: ${['bread', 'rain', 'the neighbours', 'a film', 'the garden', 'a cold'][i % 6] ?? ''} again, nothing to add`,
  tags: [`t${i % 7}`],
  createdAt: new Date(Date.parse('2026-01-01T08:00:00Z') + i * 3 * 86_400_000).toISOString(),
}));
