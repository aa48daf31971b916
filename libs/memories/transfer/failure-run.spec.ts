import { FailureRun, MAX_FAILURES_IN_A_ROW } from './failure-run.js';

describe('a run of failures', () => {
  const wrongFrom = (run: FailureRun, line: number, lines: number): void => {
    for (let i = 0; i < lines; i++) run.wrong(line + i);
  };

  it('is too long after 1,000 in a row, and says where it began', () => {
    const run = new FailureRun();
    wrongFrom(run, 8, MAX_FAILURES_IN_A_ROW - 1);
    expect(run.isTooLong).toBe(false);
    run.wrong(1_007);
    expect([run.isTooLong, run.start]).toEqual([true, 8]);
  });

  it('ends with a line that is right', () => {
    const run = new FailureRun();
    wrongFrom(run, 1, 999);
    run.right();
    wrongFrom(run, 1_001, 999);
    expect(run.isTooLong).toBe(false);
  });

  it('does not end with what was stored of the lines before it', () => {
    const run = new FailureRun();
    for (let line = 1; line <= 100; line++) run.right();
    wrongFrom(run, 101, 600);
    for (let line = 1; line <= 100; line++) run.stored(line);
    wrongFrom(run, 701, 400);
    expect([run.isTooLong, run.start]).toEqual([true, 101]);
  });

  it('goes on through lines that are right while the plan has no room for them', () => {
    const run = new FailureRun();
    for (let line = 1; line <= 1_000; line++) {
      run.right();
      run.refused(line);
    }
    expect([run.isTooLong, run.start]).toEqual([true, 1]);
    run.stored(1_001);
    expect(run.isTooLong).toBe(false);
  });
});
