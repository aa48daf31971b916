import { eventTimeOf } from './event-time.js';

const createdAt = new Date('2026-06-15T10:00:00Z');
const dayOf = (content: string) => {
  const { at, from } = eventTimeOf({ content, type: 'event', tags: [], metadata: {}, createdAt });
  return from === 'text' ? new Date(at).toISOString().slice(0, 10) : undefined;
};

it.each([
  ['Heat pump installed 20 April by Vaillant.', '2026-04-20'],
  ['The heat pump installed 20 April by Vaillant.', '2026-04-20'],
  ['Heat pump installed on 20 April 2025.', '2025-04-20'],
  ['Contract signed 3 March', '2026-03-03'],
  ['Signed on 3 March.', '2026-03-03'],
  ['The contract was signed on 3 March in Oslo.', '2026-03-03'],
  ['The landlord signed on 3 March and sent it back.', '2026-03-03'],
  ['Bought 3 March: a canoe.', '2026-03-03'],
  ['Met on 12 may at the harbour.', '2026-05-12'],
  ['May 10 we rowed to Conneaut.', '2026-05-10'],
  ['Room 12 may be too small, as we saw on 3 March.', '2026-03-03'],
  ['We met on 4 March, Street by street.', '2026-03-04'],
])('is the day named: %s', (content, day) => {
  expect(dayOf(content)).toBe(day);
});

it.each(['signed', 'installed', 'built', 'bought', 'issued', 'founded', 'published', 'born'])(
  'is not the day of what is only named: %s',
  (word) => {
    expect(dayOf(`We still keep the thing ${word} 3 March 2025.`)).toBeUndefined();
    expect(dayOf(`We asked about Ana's old thing ${word} on 3 March.`)).toBeUndefined();
    expect(dayOf(`The thing ${word} on 3 March 2025 runs out in August.`)).toBeUndefined();
  },
);

it.each(['since', 'until', 'till', 'by', 'before', 'after', 'from', 'of', 'than', 'on or about', 'dated'])(
  'is no day of a span or of a paper: %s',
  (word) => {
    expect(dayOf(`Closed, ${word} 3 March.`)).toBeUndefined();
    expect(dayOf(`Closed, ${word} the 3 March.`)).toBeUndefined();
  },
);

it.each([
  'Room 12 may be too small.',
  'Only 8 may come.',
  'Of these 9 may not fit.',
  'May 10 people come?',
  'May 10 boxes suffice?',
  'Flat 4 March Street is let.',
  'He lives at 4 March Road.',
  'The lease ends 3 July.',
  'Written 3 March 2010.',
  `${'word '.repeat(200)}on 3 March.`,
  'Closed since 3 March, open again on 4 May.',
])('is no day: %s', (content) => {
  expect(dayOf(content)).toBeUndefined();
});
