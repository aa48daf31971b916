import type { Member } from './chain-assignment.js';
import type { Relation } from '../types/chain-report.js';
import { linkConfidence } from './main-path.js';

const member = (place: number): Member => ({ place, role: 'option', confidence: 0.5, share: 1, isSure: true });
const confidence = (relation: Relation, certainty: number, explicit = false) =>
  linkConfidence({ from: member(0), to: member(1), relation, certainty, explicit });

it('is as sure of a link as of its ends and its relation, of what was weighed as of that alone', () => {
  expect(confidence('led_to', 0.8)).toBeCloseTo(0.2);
  expect(confidence('weighed', 0.8)).toBeCloseTo(0.8);
});

it('is sure of what metadata states, and of a choice and a side as the texts are', () => {
  expect(confidence('led_to', 0.8, true)).toBe(0.95);
  expect(confidence('superseded_by', 1, true)).toBe(0.95);
  for (const judged of ['chosen', 'rejected', 'supports', 'opposes'] as const) {
    expect(confidence(judged, 0.6, true)).toBe(0.3);
  }
});
