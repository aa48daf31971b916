import { QueryFailedError } from 'typeorm';
import { loggedError } from './logged-error.js';

describe('loggedError', () => {
  it('keeps of a failed statement its code, constraint and place, and nothing that a client sent', () => {
    const driverError = Object.assign(new Error('invalid input: "private text"'), {
      code: '23514',
      constraint: 'memories_importance_range',
      detail: 'Failing row contains (private text).',
    });
    const logged = loggedError(new QueryFailedError('INSERT … private text', ['private text'], driverError));
    expect(logged).toMatchObject({ type: 'QueryFailedError', code: '23514', constraint: 'memories_importance_range' });
    expect(logged.stack).toContain('    at ');
    expect(JSON.stringify(logged)).not.toContain('private text');
  });

  it('keeps the message of other errors, and the code of the system', () => {
    const error = Object.assign(new TypeError('x is not a function'), { code: 'ECONNREFUSED' });
    expect(loggedError(error)).toMatchObject({
      type: 'TypeError',
      message: 'x is not a function',
      code: 'ECONNREFUSED',
    });
    expect(loggedError('text')).toEqual({ type: 'string' });
  });
});
