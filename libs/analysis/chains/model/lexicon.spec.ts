import { favourOf, gramsOf, lexiconSignals, lexiconOf } from './lexicon.js';
import { ROLES } from '../../features/role.js';

it('reads the words of a text, their stems, pairs, and how it begins and ends', () => {
  const words = ['costs', '#', 'euros'];
  const stems = ['*cost', '*euro'];
  const pairs = ['costs #', '# euros', 'costs _ euros'];
  const ends = ['^ costs', '^ costs #', 'euros $'];
  expect([...gramsOf('Costs 40 euros')].sort()).toEqual([...words, ...stems, ...pairs, ...ends].sort());
});

it('adds up what each gram says, the less of each the more there are', () => {
  const favours = lexiconOf({ '*cost': [-10], cheap: [20], 'very cheap': [10] });
  expect(favourOf(favours, 'It costs a lot.')).toBeCloseTo(-1 / Math.SQRT2);
  expect(favourOf(favours, 'Very cheap.')).toBeCloseTo(3 / Math.sqrt(3));
  expect(favourOf(favours, 'Nothing known.')).toBe(0);
});

it('has a number for each role, also where it knows no word', () => {
  const roles = lexiconOf({ decided: ROLES.map((role) => (role === 'decision' ? 15 : -1)) });
  expect(lexiconSignals(roles, 'Nothing known.')).toEqual(ROLES.map(() => 0));
  const said = lexiconSignals(roles, 'We decided.');
  expect(said.indexOf(Math.max(...said))).toBe(ROLES.indexOf('decision'));
});
