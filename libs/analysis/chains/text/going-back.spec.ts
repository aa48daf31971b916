import { isOver, saysTakenBack } from './going-back.js';

const ABOUT = ['We charge the auctions a price per landing.', 'Seats per house'];

describe('a decision that was taken back', () => {
  it.each([
    'We went back to seats for all houses.',
    'The price per landing is withdrawn.',
    'Management has abandoned the landing price after two months.',
    'We no longer use the price per landing.',
    'The landing price was taken back by the board.',
    'The board took back its decision on the landing price.',
    'We withdrew the landing price in May.',
    'The landing price was given up after one season.',
    'From autumn on we are back to seats.',
    'We go back, landing prices were wrong.',
    'We have changed our minds on the price: no longer per landing, from October we take seats.',
  ])('is stated: %s', (sentence) => {
    expect(saysTakenBack(sentence, ABOUT)).toBe(true);
  });

  it.each([
    ['without words of going back', 'The price per landing is high.'],
    ['in a denial', 'We will not go back to seats.'],
    ['in a denial of another form', "We aren't going back to seats."],
    ['of what is over', 'We no longer go back to seats.'],
    ['in a question', 'Are we going back to seats?'],
    ['as a condition', 'If the houses leave we go back to seats.'],
    ['as a possibility', 'May we withdraw the landing price?'],
    ['as a wish', 'Nine houses want us to go back to seats.'],
    ['as a threat', 'Two auctions threaten to pull out over the landing price.'],
    ['as a proposal', 'Sales proposes that the price per landing be withdrawn.'],
    ['of a thing that is carried back', 'We took the landing price tag back to the office.'],
    ['of something else', 'We went back to the old coffee machine.'],
  ])('is not stated %s', (_, sentence) => {
    expect(saysTakenBack(sentence, ABOUT)).toBe(false);
  });

  it('is not stated in languages that the words are not known of', () => {
    expect(saysTakenBack('Der Preis pro Landung wurde zurückgenommen.', ['Preis pro Landung'])).toBe(false);
  });
});

it('hears that something is no longer where it was', () => {
  expect(isOver('The party is no longer on the meadow, we hold it on the hill.')).toBe(true);
  expect(isOver('If the party is no longer on the meadow, who tells the guests?')).toBe(false);
  expect(isOver('The party is on the meadow.')).toBe(false);
});
