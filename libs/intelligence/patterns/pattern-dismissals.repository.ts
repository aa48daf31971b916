import { Injectable } from '@nestjs/common';
import type { TenantId } from '@mneme/platform/ids';
import type { EntityManager } from 'typeorm';

/** A pattern that somebody does not want to see again; its id is without prefix. */
export interface PatternDismissal {
  readonly id: string;
  readonly dismissedAt: Date;
  readonly reason: string | null;
}

/** Which patterns a tenant has dismissed. */
@Injectable()
export class PatternDismissalsRepository {
  async ids(tx: EntityManager, tenant: TenantId): Promise<string[]> {
    const rows = await tx.query<{ id: string }[]>(
      'SELECT pattern_id AS id FROM pattern_dismissals WHERE tenant_id = $1',
      [tenant],
    );
    return rows.map(({ id }) => id);
  }

  /**
   * A pattern that is dismissed already keeps its time, and its reason unless another one is given.
   * @param most dismissals that a tenant may have; a few more where several are added at once
   * @returns undefined where the tenant has as many already
   */
  async add(
    tx: EntityManager,
    tenant: TenantId,
    { id, reason }: Pick<PatternDismissal, 'id' | 'reason'>,
    most: number,
  ): Promise<PatternDismissal | undefined> {
    const [added] = await tx.query<PatternDismissal[]>(ADD, [tenant, id, reason, most]);
    return added;
  }

  async remove(tx: EntityManager, tenant: TenantId, id: string): Promise<void> {
    await tx.query('DELETE FROM pattern_dismissals WHERE tenant_id = $1 AND pattern_id = $2', [tenant, id]);
  }
}

const ADD = `
  INSERT INTO pattern_dismissals AS kept (tenant_id, pattern_id, reason)
  SELECT $1, $2, $3
   WHERE (SELECT count(*) FROM pattern_dismissals WHERE tenant_id = $1) < $4
      OR EXISTS (SELECT FROM pattern_dismissals WHERE tenant_id = $1 AND pattern_id = $2)
  ON CONFLICT ON CONSTRAINT pattern_dismissals_pk DO UPDATE SET reason = coalesce(excluded.reason, kept.reason)
  RETURNING pattern_id AS id, dismissed_at AS "dismissedAt", reason`;
