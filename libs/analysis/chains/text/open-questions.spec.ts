import { isUndecided } from './open-questions.js';

it.each([
  'No decision on search yet; we meet again on Thursday.',
  'I hope we decide about the child seat before Easter.',
  "We haven't decided. Ines wants to see the flat again.",
  'Still undecided between Delft and Leuven.',
  'The board will decide in May.',
  'The decision was postponed to the autumn.',
  'We put off the decision once more.',
  'If Delft accepts him, Ben will go there.',
  'Option A for the hall: rent it by the hour. Greta is keen; nothing chosen yet.',
  'The small hall stays as it is and gets new lamps. On the table beside the other, not taken.',
  'Ruth proposes that the choir win back its Tuesdays. Neither adopted nor declined.',
  'A rota with two lines. Not adopted; Ruth asked for the weak spot.',
  'Shall we move to the coast? Nobody is deciding anything of the kind.',
  'He would have the van carry it: one way among several.',
  'Proposal by Ines: share the boathouse with the canoe club. Gerda is for it.',
  'The clubs could share a boathouse. We talked for an hour; to be continued in the autumn.',
  'Winter opening came up again. Insurance, lifeguards, ice. Put off till September.',
  'Slide for the little ones: Wendy is for it, Raj against, and then the meeting was over.',
])('hears that nothing is decided: %s', (text) => {
  expect(isUndecided(text)).toBe(true);
});

it.each([
  'We decided on the canoe.',
  'We had not decided for weeks. Today we chose the canoe.',
  'We decided not to buy the flat.',
  'The board did not agree to the loan.',
  'We postponed the launch to September.',
  'Done: the canoe. No decision is needed on the paddles.',
  'Nobody was there.',
  'Bookings go to the new desk. Not taken: the machine at the door.',
  'Proposal by Ines: share the boathouse. Agreed by all, from March.',
  'We agreed on the canoe. The kayak was looked at, not taken.',
  'We decided on the hall. Of the lamps nothing is chosen yet.',
  'If it rains we have the tent. So the garden it is.',
])('takes no decision for an open question: %s', (text) => {
  expect(isUndecided(text)).toBe(false);
});
