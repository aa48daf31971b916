import type { TenantId } from '@mneme/platform/ids';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';

/** What a tenant has used on a UTC day. Tokens of calls under way count as estimated. */
export interface JudgeUsage {
  readonly calls: number;
  readonly tokens: number;
}

/** The only place with queries on which tenants have a judge, and on what they use. */
@Injectable()
export class JudgeTenantsRepository {
  async isOn(tx: EntityManager, tenant: TenantId): Promise<boolean> {
    const rows = await tx.query<unknown[]>('SELECT 1 FROM judge_tenants WHERE tenant_id = $1', [tenant]);
    return rows.length > 0;
  }

  async switchOn(tx: EntityManager, tenant: TenantId): Promise<void> {
    await tx.query(
      'INSERT INTO judge_tenants (tenant_id) VALUES ($1) ON CONFLICT ON CONSTRAINT judge_tenants_pk DO NOTHING',
      [tenant],
    );
  }

  async switchOff(tx: EntityManager, tenant: TenantId): Promise<void> {
    await tx.query('DELETE FROM judge_tenants WHERE tenant_id = $1', [tenant]);
  }

  async usage(tx: EntityManager, tenant: TenantId, day: string): Promise<JudgeUsage> {
    const [row] = await tx.query<JudgeUsage[]>(
      'SELECT calls::float8 AS calls, tokens::float8 AS tokens FROM judge_usage WHERE tenant_id = $1 AND day = $2',
      [tenant, day],
    );
    return row ?? { calls: 0, tokens: 0 };
  }

  /**
   * One call and so many tokens, for a tenant that has a judge at this moment. One statement: processes that reserve at once
   * never take more than is allowed together.
   *
   * @returns false where that would be more than is allowed; nothing is changed then
   */
  async reserve(tx: EntityManager, tenant: TenantId, day: string, tokens: number, most: JudgeUsage): Promise<boolean> {
    const rows = await tx.query<unknown[]>(RESERVE, [tenant, day, tokens, most.calls, most.tokens]);
    return rows.length > 0;
  }

  /** @param tokens more than were reserved; negative where fewer were used */
  async settle(tx: EntityManager, tenant: TenantId, day: string, tokens: number): Promise<void> {
    await tx.query('UPDATE judge_usage SET tokens = greatest(0, tokens + $3) WHERE tenant_id = $1 AND day = $2', [
      tenant,
      day,
      tokens,
    ]);
  }
}

/** $2 day, $3 tokens, $4 calls and $5 tokens allowed. Days that no one asks about any more go with the first call of a day. */
const RESERVE = `
  WITH old AS (DELETE FROM judge_usage WHERE tenant_id = $1 AND day < $2::date - 31)
  INSERT INTO judge_usage AS used (tenant_id, day, calls, tokens)
  SELECT $1, $2::date, 1, $3::bigint
   WHERE $3::bigint <= $5::bigint AND EXISTS (SELECT FROM judge_tenants WHERE tenant_id = $1)
  ON CONFLICT ON CONSTRAINT judge_usage_pk DO UPDATE
    SET calls = used.calls + 1, tokens = used.tokens + excluded.tokens
  WHERE used.calls < $4::bigint AND used.tokens + excluded.tokens <= $5::bigint
  RETURNING 1`;
