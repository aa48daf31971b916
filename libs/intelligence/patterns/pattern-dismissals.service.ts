import { Injectable } from '@nestjs/common';
import { TenantDb } from '@mneme/platform/database';
import { DomainError } from '@mneme/platform/errors';
import type { TenantId } from '@mneme/platform/ids';
import { parsePatternId } from './pattern-id.field.js';
import { type PatternDismissal, PatternDismissalsRepository } from './pattern-dismissals.repository.js';

/** Far more than are ever reported at once: 60 a family. */
const MAX_DISMISSALS = 10_000;
export const TOO_MANY_DISMISSALS = DomainError.insufficientQuota(
  `a tenant can have ${MAX_DISMISSALS} dismissed patterns; restore some first`,
);
export const NO_PATTERN = DomainError.notFound('pattern');

/** Patterns that a tenant does not want to see again. */
@Injectable()
export class PatternDismissalsService {
  constructor(
    private readonly tenantDb: TenantDb,
    private readonly dismissals: PatternDismissalsRepository,
  ) {}

  /** Ids without prefix. */
  async ids(tenant: TenantId): Promise<string[]> {
    return this.tenantDb.read(tenant, (tx) => this.dismissals.ids(tx, tenant));
  }

  /**
   * Twice is once. Any identifier of the right form is taken: a pattern is found in one run and not in the next.
   * @param id as clients have it
   * @throws DomainError notFound for what is no identifier of a pattern, insufficientQuota beyond `MAX_DISMISSALS`
   */
  async dismiss(tenant: TenantId, id: string, reason: string | undefined): Promise<PatternDismissal> {
    const dismissal = { id: parsed(id), reason: reason ?? null };
    const added = await this.tenantDb.run(tenant, (tx) => this.dismissals.add(tx, tenant, dismissal, MAX_DISMISSALS));
    if (added === undefined) throw TOO_MANY_DISMISSALS;
    return added;
  }

  /** Also where it was not dismissed. @throws DomainError notFound for what is no identifier of a pattern */
  async restore(tenant: TenantId, id: string): Promise<void> {
    const known = parsed(id);
    await this.tenantDb.run(tenant, (tx) => this.dismissals.remove(tx, tenant, known));
  }
}

function parsed(id: string): string {
  const known = parsePatternId(id);
  if (known === undefined) throw NO_PATTERN;
  return known;
}
