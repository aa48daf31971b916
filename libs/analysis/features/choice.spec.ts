import { choiceIn } from './choice.js';
import { tokensOf } from './tokens.js';

const choice = (text: string) => choiceIn(tokensOf(text));

it.each([
  ['We chose the ferry over the night train.', 'ferry', ['night train']],
  ['Going with prepaid over the phone contract.', 'prepaid', ['phone contract']],
  ['Decision: canoe over the boat.', 'canoe', ['boat']],
  ['Postgres over MySQL, for the extensions.', 'Postgres', ['MySQL']],
  ['We took oak rather than pine.', 'oak', ['pine']],
  ['The canoe, not the boat.', 'canoe', ['boat']],
  ['We take oak, not pine.', 'oak', ['pine']],
])('%s prefers one thing to another', (text, chosen, instead) => {
  expect(choice(text)).toEqual({ chosen, instead });
});

it.each([
  ['We decided against buying the flat.', ['buying the flat']],
  ['We decided not to take the sleeper train.', ['take the sleeper train']],
  ['We decided: no dog until we move.', ['dog until we move']],
])('%s says what was left alone', (text, instead) => {
  expect(choice(text)).toEqual({ instead });
});

it.each([
  'Decision: we switch over to Fastmail in March because it is cheaper.',
  'We agreed over Zoom to hire Ana Ruiz.',
  'We decided it over the phone.',
  'We chose the canoe over the summer.',
  'We picked the date over the next two weeks.',
  'Took over the lease from Ana.',
  'Hand the keys over to Pia.',
  'Sign the car over to Ben.',
  'We argued over the price and settled on 4,000.',
  'After a row over the budget we picked the small hall.',
  'Fix the roof over the porch first.',
  'Decided to stay over on Friday.',
  'Won over by the demo, we chose Linear.',
  'Mulled it over on the train.',
  'Decided to watch over the kids ourselves.',
  'Not ideal, but we decided on the ferry.',
  'Not sure about the cabin class yet, but the ferry it is, decided.',
  'Decided to hire Ana, not immediately but from May.',
  'The red car, not without doubts.',
  'The oak floor, not cheap but it lasts.',
  'Ana spoke against the plan.',
  'There is no dog here.',
])('%s prefers nothing', (text) => {
  expect(choice(text)).toBeUndefined();
});
