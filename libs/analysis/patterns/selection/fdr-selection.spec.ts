import type { Candidate } from '../types/candidate.js';
import { decide } from './fdr-selection.js';
import { FamilyRun } from '../families/family-run.js';

const candidate = (p: number, reach: number): Candidate => ({
  family: 'interval',
  items: [],
  p,
  reach,
  test: 'binomial',
  params: {},
  observed: 1,
  of: 1,
  expected: 0,
  evidence: () => [],
  counterExamples: () => [],
});

/** A family that tried `able` hypotheses that could reach any p, and `unable` ones that can reach .05 at best. */
function run(able: number, unable: number, ...found: Candidate[]): FamilyRun {
  const family = new FamilyRun('interval');
  family.count(30, 0.01, able);
  family.count(1.3, 0, unable);
  for (const each of found) family.add(each);
  return family;
}

describe('decide', () => {
  it('counts every hypothesis that could have passed against each', () => {
    expect(decide([run(10, 0, candidate(1e-4, 30))]).findings[0]).toMatchObject({ tier: 'established', q: 1e-3 });
    expect(decide([run(1000, 0, candidate(1e-4, 30))]).findings[0]).toMatchObject({ tier: 'tentative', q: 0.1 });
  });

  it('does not count against others what could pass in no case, and says how many these are', () => {
    const { findings, hypothesesTested, withoutPower } = decide([run(10, 990, candidate(1e-4, 30))]);
    expect(findings[0]).toMatchObject({ tier: 'established', q: 1e-3 });
    expect({ hypothesesTested, withoutPower }).toEqual({ hypothesesTested: 1000, withoutPower: 990 });
  });

  it('never establishes what had no power', () => {
    expect(decide([run(1000, 0, candidate(1e-4, 4))]).findings[0]).toMatchObject({ tier: 'tentative' });
  });

  it('does not let one family pay for another', () => {
    const quiet = run(10, 0, candidate(1e-4, 30));
    const noisy = run(1_000_000, 0);
    expect(decide([quiet, noisy]).findings[0]).toMatchObject({ tier: 'established' });
  });

  it('keeps nothing that is not even tentative', () => {
    expect(decide([run(10, 0, candidate(0.011, 30))]).findings).toEqual([]);
  });
});
