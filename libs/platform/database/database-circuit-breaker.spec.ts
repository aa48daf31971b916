import { DatabaseCircuitBreaker } from './database-circuit-breaker.js';

const TIMEOUT = new Error('Query read timeout');

describe('a database that has stopped answering', () => {
  let silence: DatabaseCircuitBreaker;
  const ask = (answer: Promise<string>): Promise<string> =>
    silence.run(async (heard) => {
      const text = await answer;
      heard();
      return text;
    });
  beforeEach(async () => {
    silence = new DatabaseCircuitBreaker();
    await expect(ask(Promise.reject(TIMEOUT))).rejects.toBe(TIMEOUT);
  });

  it('is asked by one caller at a time; the others are refused at once', async () => {
    let answer: (text: string) => void = () => undefined;
    const first = ask(new Promise((resolve) => (answer = resolve)));
    await expect(ask(Promise.resolve('never asked'))).rejects.toMatchObject({ kind: 'database' });
    answer('back');
    expect(await first).toBe('back');
    expect(await Promise.all([ask(Promise.resolve('a')), ask(Promise.resolve('b'))])).toEqual(['a', 'b']);
  });

  it('is open to all from its first answer on, however long the work goes on', async () => {
    let end: () => void = () => undefined;
    const long = silence.run((heard) => {
      heard();
      return new Promise<void>((resolve) => (end = resolve));
    });
    expect(await ask(Promise.resolve('at once'))).toBe('at once');
    end();
    await long;
  });

  it('stays silent as long as nobody has had an answer', async () => {
    for (let i = 0; i < 3; i++) {
      const both = await Promise.allSettled([ask(Promise.reject(TIMEOUT)), ask(Promise.resolve('never asked'))]);
      expect(both.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    }
  });
});
