import type { TenantId } from '@mneme/platform/ids';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';

/** Calls of one key, or of a tenant's users without a key, on one UTC day. */
export interface CallCount {
  readonly tenantId: TenantId;
  /** UUID. */
  readonly keyId: string;
  readonly day: string;
  readonly requests: number;
  readonly errors: number;
  readonly charged: number;
}

export type DailyCalls = Pick<CallCount, 'day' | 'requests' | 'errors'>;

/** The only place with queries on the counts of calls. */
@Injectable()
export class CallCountsRepository {
  /**
   * As the system: adds the counts of any tenants, without those that were erased meanwhile: their row is held, so that an
   * erasure comes before or after. Rows in one order, so that processes do not wait in a circle.
   */
  async add(tx: EntityManager, counts: readonly CallCount[]): Promise<void> {
    await tx.query(ADD, [JSON.stringify(counts)]);
  }

  /** Calls that were charged on a day, and in its month. */
  async charged(tx: EntityManager, tenant: TenantId, day: string, month: string): Promise<[number, number]> {
    const [row] = await tx.query<{ today: number; thisMonth: number }[]>(
      `SELECT (SELECT coalesce(sum(charged), 0)::float8 FROM call_counts WHERE tenant_id = $1 AND day = $2) AS today,
              (SELECT coalesce(sum(charged), 0)::float8 FROM call_months WHERE tenant_id = $1 AND month = $3)
                AS "thisMonth"`,
      [tenant, day, month],
    );
    return [row?.today ?? 0, row?.thisMonth ?? 0];
  }

  /** Days of a key from this one on; a day without calls is left out. */
  async daily(tx: EntityManager, tenant: TenantId, keyId: string, from: string): Promise<DailyCalls[]> {
    return tx.query<DailyCalls[]>(
      `SELECT day::text, requests::float8, errors::float8 FROM call_counts
        WHERE tenant_id = $1 AND key_id = $2 AND day >= $3 ORDER BY day`,
      [tenant, keyId, from],
    );
  }

  /** As the system. @returns how many rows were older and are gone */
  async removeBefore(tx: EntityManager, day: string, limit: number): Promise<number> {
    const rows = await tx.query<unknown[]>(
      `WITH old AS (
         SELECT tenant_id, key_id, day FROM call_counts WHERE day < $1 ORDER BY day LIMIT $2 FOR UPDATE SKIP LOCKED),
       removed AS (
         DELETE FROM call_counts c USING old
          WHERE c.tenant_id = old.tenant_id AND c.key_id = old.key_id AND c.day = old.day RETURNING 1)
       SELECT FROM removed`,
      [day, limit],
    );
    return rows.length;
  }
}

const ADD = `
  WITH held AS MATERIALIZED (
    SELECT tenant_id FROM tenants WHERE tenant_id = ANY (ARRAY(
      SELECT DISTINCT "tenantId" FROM json_to_recordset($1::json) AS count("tenantId" text))) FOR KEY SHARE),
  more AS (
    SELECT count.* FROM json_to_recordset($1::json) AS count(
      "tenantId" text, "keyId" uuid, day date, requests bigint, errors bigint, charged bigint)
     WHERE "tenantId" IN (SELECT tenant_id FROM held)),
  counted AS (
    INSERT INTO call_counts AS c (tenant_id, key_id, day, requests, errors, charged)
    SELECT "tenantId", "keyId", day, requests, errors, charged FROM more ORDER BY 1, 2, 3
    ON CONFLICT ON CONSTRAINT call_counts_pk DO UPDATE
      SET requests = c.requests + excluded.requests, errors = c.errors + excluded.errors,
          charged = c.charged + excluded.charged)
  INSERT INTO call_months AS m (tenant_id, month, charged)
  SELECT "tenantId", date_trunc('month', day::timestamp)::date, sum(charged) FROM more GROUP BY 1, 2 ORDER BY 1, 2
  ON CONFLICT ON CONSTRAINT call_months_pk DO UPDATE SET charged = m.charged + excluded.charged`;
