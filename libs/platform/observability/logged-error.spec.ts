import { QueryFailedError } from 'typeorm';
import { DomainError } from '../errors/domain-error.js';
import { failureText, loggedError } from './logged-error.js';

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

describe('failureText', () => {
  const refused = (): Error =>
    Object.assign(new Error('invalid input: "private text"'), {
      code: '23514',
      severity: 'ERROR',
      constraint: 'memories_importance_range',
    });

  it('says in one line what we say, the code, the constraint and the place behind it, and nothing that a client sent', () => {
    const cause = new QueryFailedError('INSERT … private text', ['private text'], refused());
    const text = failureText(DomainError.database(cause));
    expect(text).toMatch(
      /^DomainError: the database could not carry out the operation; QueryFailedError 23514 memories_importance_range at .*logged-error\.spec\.ts:\d+:\d+\)?$/,
    );
  });

  it('repeats no message of the database where the driver’s own error comes through', () => {
    expect(failureText(DomainError.database(refused()))).toMatch(/; Error 23514 memories_importance_range at /);
    expect(failureText(refused())).not.toContain('private text');
  });

  it('keeps the message of other errors, and what caused them', () => {
    const cause = Object.assign(new Error('connect ECONNREFUSED 10.0.0.1:5432'), { code: 'ECONNREFUSED' });
    const text = failureText(new Error('could not be asked', { cause }));
    expect(text).toContain('Error: could not be asked; Error: connect ECONNREFUSED 10.0.0.1:5432 ECONNREFUSED');
    expect(failureText('text')).toBe('string');
  });
});
