import type { TenantId } from '@mneme/platform/ids';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';

/** Calls of a month that a process gives back. */
export interface ReturnedCalls {
  readonly tenantId: TenantId;
  readonly month: string;
  readonly calls: number;
}

/** The only place with queries on what the processes have taken of a month's calls. */
@Injectable()
export class CallMonthsRepository {
  /** Calls of the month that are taken, held against other processes until the transaction ends. */
  async lockTaken(tx: EntityManager, tenant: TenantId, month: string): Promise<number> {
    const find = `SELECT taken::float8 FROM call_months WHERE tenant_id = $1 AND month = $2 FOR UPDATE`;
    const [row] = await tx.query<{ taken: number }[]>(find, [tenant, month]);
    if (row !== undefined) return row.taken;
    await tx.query(
      'INSERT INTO call_months (tenant_id, month) VALUES ($1, $2) ON CONFLICT ON CONSTRAINT call_months_pk DO NOTHING',
      [tenant, month],
    );
    const [made] = await tx.query<{ taken: number }[]>(find, [tenant, month]);
    return made?.taken ?? 0;
  }

  async take(tx: EntityManager, tenant: TenantId, month: string, calls: number): Promise<void> {
    await tx.query('UPDATE call_months SET taken = taken + $3 WHERE tenant_id = $1 AND month = $2', [
      tenant,
      month,
      calls,
    ]);
  }

  /** As the system, for any tenants. Rows in one order, so that processes do not wait in a circle. */
  async giveBack(tx: EntityManager, returned: readonly ReturnedCalls[]): Promise<void> {
    await tx.query(
      `WITH back AS (
         SELECT * FROM json_to_recordset($1::json) AS back("tenantId" text, month date, calls bigint)),
       held AS (
         SELECT m.tenant_id, m.month, back.calls
           FROM call_months m JOIN back ON back."tenantId" = m.tenant_id AND back.month = m.month
          ORDER BY m.tenant_id, m.month FOR UPDATE OF m)
       UPDATE call_months m SET taken = m.taken - held.calls
         FROM held WHERE held.tenant_id = m.tenant_id AND held.month = m.month`,
      [JSON.stringify(returned)],
    );
  }
}
