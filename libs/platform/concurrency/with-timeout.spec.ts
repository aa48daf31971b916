import { withTimeout } from './with-timeout.js';

const never = new Promise<never>(() => undefined);

describe('withTimeout', () => {
  it('is the promise where that settles in time', async () => {
    await expect(withTimeout(Promise.resolve(1), 60_000, () => 2)).resolves.toBe(1);
    await expect(withTimeout(Promise.reject(new Error('no')), 60_000, () => 2)).rejects.toThrow('no');
  });

  it('is what the limit says where the promise has not settled', async () => {
    await expect(withTimeout(never, 1, () => 'late')).resolves.toBe('late');
    const refuse = (): never => {
      throw new Error('too late');
    };
    await expect(withTimeout(never, 1, refuse)).rejects.toThrow('too late');
  });
});
