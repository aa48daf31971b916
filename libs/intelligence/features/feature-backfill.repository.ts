import { Injectable } from '@nestjs/common';
import type { TenantId } from '@mneme/platform/ids';
import type { EntityManager } from 'typeorm';
import { STORED_VERSION } from '../stored-form/feature-rows.js';

/** How long a process has for a page of a scan before another may take it: if it died, or the page failed. */
const CLAIM_SECONDS = 120;

/** How far a tenant's memories have been looked through for features that are missing or older than `startedAt`. */
export interface FeatureScan {
  readonly tenantId: TenantId;
  readonly startedAt: Date;
  /** The last memory that was looked at. */
  readonly afterMemory: string | null;
}

/** The next memories of a scan. */
export interface ScanPage {
  /** How many there are. */
  readonly looked: number;
  /** Those whose features are to be made. */
  readonly lacking: readonly string[];
  /** The last one looked at; null at the end. */
  readonly last: string | null;
}

/** Which tenants are to be looked through, and how far that is; any process of the same version may go on. */
@Injectable()
export class FeatureBackfillRepository {
  /**
   * Has these tenants looked through where this version of the program never did: what is there already stays. Their rows are
   * held, so that none is written of a tenant that is erased meanwhile.
   */
  async addMissing(tx: EntityManager, tenants: readonly TenantId[]): Promise<void> {
    await tx.query(
      `INSERT INTO feature_scans AS known (tenant_id, features_version, started_at)
       SELECT tenant, $2, 'epoch' FROM unnest($1::text[]) AS given (tenant)
        CROSS JOIN LATERAL (SELECT FROM tenants t WHERE t.tenant_id = given.tenant FOR KEY SHARE) AS held
       ON CONFLICT ON CONSTRAINT feature_scans_pk DO UPDATE
         SET features_version = excluded.features_version, started_at = excluded.started_at, after_memory = NULL,
             finished_at = NULL, due_at = now()
         WHERE known.features_version <> excluded.features_version`,
      [tenants, STORED_VERSION],
    );
  }

  /** Queues all features of a tenant to be computed again. */
  async begin(tx: EntityManager, tenant: TenantId): Promise<void> {
    await tx.query(
      `INSERT INTO feature_scans (tenant_id, features_version) VALUES ($1, $2)
       ON CONFLICT ON CONSTRAINT feature_scans_pk DO UPDATE
         SET features_version = excluded.features_version, started_at = now(), after_memory = NULL,
             finished_at = NULL, due_at = now()`,
      [tenant, STORED_VERSION],
    );
  }

  /** Has a tenant looked through again that was at its end: what is there already stays. */
  async again(tx: EntityManager, tenant: TenantId): Promise<void> {
    await tx.query(
      `UPDATE feature_scans SET started_at = 'epoch', after_memory = NULL, finished_at = NULL, due_at = now()
        WHERE tenant_id = $1 AND features_version = $2 AND finished_at IS NOT NULL`,
      [tenant, STORED_VERSION],
    );
  }

  /** Whether a tenant has rows of an earlier version of the program. Those of a later one are for that to look after. */
  async hasOlder(tx: EntityManager, tenant: TenantId, modelId: string): Promise<boolean> {
    const [row] = await tx.query<{ older: boolean }[]>(
      `SELECT EXISTS (SELECT FROM memory_features
                       WHERE tenant_id = $1 AND model_id = $2 AND features_version < $3) AS older`,
      [tenant, modelId, STORED_VERSION],
    );
    return row?.older === true;
  }

  /**
   * Takes a tenant in hand that is not at its end, the one that waits longest; of these tenants, where any are named.
   * No other process gets it until the page is done or its time is over: one that fails comes after all others.
   */
  async next(tx: EntityManager, tenants?: readonly TenantId[]): Promise<FeatureScan | undefined> {
    const [[scan]] = await tx.query<[FeatureScan[], number]>(
      // Materialised: a plan that ran the inner query once for each row would take more than one.
      `WITH due AS MATERIALIZED (
         SELECT tenant_id FROM feature_scans
          WHERE finished_at IS NULL AND features_version = $2 AND due_at <= now()
            AND ($1::text[] IS NULL OR tenant_id = ANY ($1))
          ORDER BY due_at, tenant_id LIMIT 1 FOR UPDATE SKIP LOCKED)
       UPDATE feature_scans AS scan SET due_at = now() + $3::integer * interval '1 second' FROM due
        WHERE scan.tenant_id = due.tenant_id
       RETURNING scan.tenant_id AS "tenantId", scan.started_at AS "startedAt", scan.after_memory AS "afterMemory"`,
      [tenants ?? null, STORED_VERSION, CLAIM_SECONDS],
    );
    return scan;
  }

  /** Whether one of these tenants is not finished, in any process. */
  async isUnderWay(tx: EntityManager, tenants: readonly TenantId[]): Promise<boolean> {
    const [row] = await tx.query<{ underWay: boolean }[]>(
      `SELECT EXISTS (SELECT FROM feature_scans WHERE finished_at IS NULL AND features_version = $2
                         AND tenant_id = ANY ($1::text[])) AS "underWay"`,
      [tenants, STORED_VERSION],
    );
    return row?.underWay === true;
  }

  async page(tx: EntityManager, scan: FeatureScan, modelId: string, limit: number): Promise<ScanPage> {
    const { tenantId, startedAt, afterMemory } = scan;
    const rows = await tx.query<{ id: string; lacking: boolean }[]>(PAGE, [
      tenantId,
      afterMemory,
      modelId,
      STORED_VERSION,
      startedAt,
      limit,
    ]);
    const lacking = rows.filter((row) => row.lacking).map(({ id }) => id);
    return { looked: rows.length, lacking, last: rows.length < limit ? null : (rows.at(-1)?.id ?? null) };
  }

  /**
   * Notes that the page before `last` is done, or with null that all are, and lets others have the tenant.
   * @returns false where another process was faster
   */
  async advance(
    tx: EntityManager,
    { tenantId, startedAt, afterMemory }: FeatureScan,
    last: string | null,
  ): Promise<boolean> {
    const [, advanced] = await tx.query<[unknown[], number]>(
      `UPDATE feature_scans
          SET after_memory = $4::uuid, finished_at = CASE WHEN $4::uuid IS NULL THEN now() END, due_at = now()
        WHERE tenant_id = $1 AND started_at = $2 AND after_memory IS NOT DISTINCT FROM $3::uuid AND finished_at IS NULL`,
      [tenantId, startedAt, afterMemory, last],
    );
    return advanced > 0;
  }
}

/**
 * $2 the memory before them or null, $3 model, $4 version, $5 when the scan began, $6 limit: in a subquery, so that the
 * planner does not know it and walks the key.
 */
const PAGE = `
  SELECT page.id, held.memory_id IS NULL AS lacking
    FROM (SELECT id, version FROM memories WHERE tenant_id = $1 AND ($2::uuid IS NULL OR id > $2)
           ORDER BY id LIMIT (SELECT $6::bigint)) AS page
    LEFT JOIN LATERAL (
      SELECT memory_id FROM memory_features
       WHERE tenant_id = $1 AND memory_id = page.id AND model_id = $3 AND memory_version = page.version
         AND features_version = $4 AND computed_at >= $5 OFFSET 0) AS held ON true
   ORDER BY page.id`;
