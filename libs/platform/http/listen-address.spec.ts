import { listenError } from './listen-address.js';

const ADDRESS = { host: '127.0.0.1', port: 80, variable: 'WORKER_PORT' };
const failure = (code: string): Error => Object.assign(new Error(`listen ${code}`), { code });

describe('an address that cannot be listened on', () => {
  it.each([
    ['EADDRINUSE', 'WORKER_PORT'],
    ['EACCES', 'WORKER_PORT'],
    ['EADDRNOTAVAIL', 'HOST'],
    ['ENOTFOUND', 'HOST'],
  ])('is told of in one line that names the variable: %s', (code, variable) => {
    const { message } = listenError(failure(code), ADDRESS) as Error;
    expect(message).toMatch(new RegExp(`Set (it|${variable}) to`));
    expect(message).toContain(variable);
    expect(message).toContain('127.0.0.1');
    expect(message).not.toContain('\n');
  });

  it('leaves every other error as it is', () => {
    const other = failure('EMFILE');
    expect(listenError(other, ADDRESS)).toBe(other);
  });
});
