import fc from 'fast-check';
import { codePoints } from './text-rules.js';

describe('codePoints', () => {
  it('counts as an array of them would, halves of pairs each as one', () => {
    const unit = fc.constantFrom('a', 'é', '茶', '🍵', '\ud83c', '\udf75');
    fc.assert(
      fc.property(fc.string({ unit, maxLength: 12 }), (text) => {
        expect(codePoints(text)).toBe(Array.from(text).length);
      }),
    );
  });
});
