import { firstCue } from './role-cues.js';
import { tokensOf } from './tokens.js';

it('finds the first words that sound like a role, as the text has them', () => {
  expect(firstCue(tokensOf('After a Trial Run and a survey.'), 'evidence')).toBe('Trial Run');
  expect(firstCue(tokensOf('The bus leaves at nine.'), 'evidence')).toBeUndefined();
});

it('takes no sign for words', () => {
  expect(firstCue(tokensOf('40 % of us, by a survey.'), 'evidence')).toBe('survey');
  expect(firstCue(tokensOf('40 % of us.'), 'evidence')).toBeUndefined();
});
