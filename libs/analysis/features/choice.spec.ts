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
  ['The boat, not the canoe.', 'boat', ['canoe']],
  ['The dinghy, not the big boat.', 'dinghy', ['big boat']],
  ['Took the steel knife, not the bad one.', 'steel knife', ['bad one']],
  ['Genoa, not Nice.', 'Genoa', ['Nice']],
  ['I prefer green tea to coffee.', 'green tea', ['coffee']],
  ['We preferred Postgres to MySQL because of the extensions.', 'Postgres', ['MySQL']],
  ['She prefers walking to driving.', 'walking', ['driving']],
  ['We will buy a pool cover rather than rent one from Lanson.', 'buy a pool cover', ['rent one from Lanson']],
])('%s prefers one thing to another', (text, chosen, instead) => {
  expect(choice(text)).toEqual({ chosen, instead });
});

it.each([
  ['We decided against buying the flat.', ['buying the flat']],
  ['We decided not to take the sleeper train.', ['take the sleeper train']],
  ['We decided: no dog until we move.', ['dog until we move']],
  ['We agreed today: no dog.', ['dog']],
  ['Decision on pets: no dog.', ['dog']],
  ['We changed our minds on the chlorine: no longer Aquachem.', ['Aquachem']],
  ['We decided against a tank squatting in the yard.', ['tank squatting']],
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
  'We prefer the path to the lake.',
  'I prefer to walk to work.',
  'We prefer it to be quiet.',
  'They preferred not to come to Leeds.',
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
  'Yoga today, not a bad session.',
  'Yoga today and not the best session.',
  'Ran to the weir, not my proudest hour.',
  'Ran to the weir, not the easiest of runs.',
  'The dentist again, not a problem.',
  'Asked for the rota, not a chance.',
  'Waited for Ana, not a word from her.',
  'The new desk, not a big deal.',
  'The new desk, not the big deal I feared.',
  'The soup again, not a particularly good one.',
  'The soup again, not that bad.',
  'The ferry was late, not the first time.',
  'Yoga today, not fun.',
  "Induction goes into the kitchen, and bottled gas doesn't: no tank squatting in the yard.",
  'Ana spoke against the plan.',
  'There is no dog here.',
])('%s prefers nothing', (text) => {
  expect(choice(text)).toBeUndefined();
});
