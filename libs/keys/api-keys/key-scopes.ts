import { DomainError } from '@mneme/platform/errors';
import { Injectable } from '@nestjs/common';
import { DEFAULT_SCOPES, ScopeRegistry } from './scope-registry.js';

/** Which scopes a new key gets. */
@Injectable()
export class KeyScopes {
  constructor(private readonly registry: ScopeRegistry) {}

  /**
   * @param wanted undefined: the usual ones, as far as the creator has them
   * @param grantable the creator's own scopes; no key can grant what its creator lacks
   * @returns distinct scopes, at least one
   * @throws DomainError validation for an unknown scope, insufficientScope for one that cannot be handed on
   */
  granted(wanted: readonly string[] | undefined, grantable: ReadonlySet<string> = this.registry.all): string[] {
    if (wanted === undefined) return this.usual(grantable);
    const faults = wanted.flatMap((scope, index) => (this.registry.all.has(scope) ? [] : [this.unknown(index)]));
    if (faults.length > 0) throw new DomainError('validation', faults);
    const lacking = wanted.find((scope) => !grantable.has(scope));
    if (lacking !== undefined) throw DomainError.insufficientScope(lacking);
    return [...new Set(wanted)];
  }

  /** Every scope of this application. */
  get every(): readonly string[] {
    return [...this.registry.all];
  }

  private usual(grantable: ReadonlySet<string>): string[] {
    const scopes = DEFAULT_SCOPES.filter((scope) => grantable.has(scope));
    if (scopes.length === 0) throw DomainError.insufficientScope(DEFAULT_SCOPES.join(' or '));
    return scopes;
  }

  private unknown(index: number): { message: string; field: string } {
    const field = `scopes[${index}]`;
    return { field, message: `${field} must be one of ${[...this.registry.all].join(', ')}` };
  }
}
