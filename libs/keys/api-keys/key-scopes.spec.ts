import { DomainError } from '@mneme/platform/errors';
import { KeyScopes } from './key-scopes.js';
import { ScopeRegistry } from './scope-registry.js';

const scopes = new KeyScopes(new ScopeRegistry(['read:memories', 'feature:own']));

function refusal(work: () => unknown): DomainError {
  try {
    work();
  } catch (error) {
    if (error instanceof DomainError) return error;
    throw error;
  }
  throw new Error('nothing was refused');
}

describe('scopes of a new key', () => {
  it('are those asked for, each once, in the order given', () => {
    expect(scopes.granted(['write:webhooks', 'read:memories', 'write:webhooks'])).toEqual([
      'write:webhooks',
      'read:memories',
    ]);
  });

  it('include what features declare', () => {
    expect(scopes.granted(['feature:own'])).toEqual(['feature:own']);
  });

  it('are the usual ones by default, as far as the creator has them', () => {
    expect(scopes.granted(undefined)).toEqual(['read:memories', 'write:memories']);
    expect(scopes.granted(undefined, new Set(['manage:keys', 'read:memories']))).toEqual(['read:memories']);
  });

  it('are never none', () => {
    expect(refusal(() => scopes.granted(undefined, new Set(['manage:keys']))).kind).toBe('insufficientScope');
  });

  it('are only those that the creator has', () => {
    const error = refusal(() =>
      scopes.granted(['read:memories', 'read:usage'], new Set(['manage:keys', 'read:memories'])),
    );
    expect(error.kind).toBe('insufficientScope');
    expect(error.message).toContain('read:usage');
  });

  it('are known ones; every unknown one is named, with what there is', () => {
    const error = refusal(() => scopes.granted(['read:memories', 'read:all', 'READ:MEMORIES'], new Set()));
    expect(error.kind).toBe('validation');
    expect(error.faults.map((fault) => fault.field)).toEqual(['scopes[1]', 'scopes[2]']);
    expect(error.faults[0]?.message).toContain('read:memories, write:memories, read:intelligence');
  });
});
