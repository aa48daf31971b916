import { Injectable } from '@nestjs/common';
import type { TenantId } from '@mneme/platform';
import type { EntityManager } from 'typeorm';
import { STORED_VERSION } from './feature-rows.js';

/** How far a tenant's memories have been looked through for features that are missing or older than `startedAt`. */
export interface FeatureScan {
  readonly tenantId: TenantId;
  readonly startedAt: Date;
  /** The last memory that was looked at. */
  readonly afterMemory: string | null;
}

/** The next memories of a scan. */
export interface ScanPage {
  /** Those whose features are to be made. */
  readonly lacking: readonly string[];
  /** The last one looked at; null at the end. */
  readonly last: string | null;
}

/** Which tenants are to be looked through, and how far that is; any process may go on. */
@Injectable()
export class FeatureScansRepository {
  /** Has these tenants looked through where this version of the program never did: what is there already stays. */
  async addMissing(tx: EntityManager, tenants: readonly TenantId[]): Promise<void> {
    await tx.query(
      `INSERT INTO feature_scans AS known (tenant_id, features_version, started_at)
       SELECT tenant, $2, 'epoch' FROM unnest($1::text[]) AS given (tenant)
       ON CONFLICT ON CONSTRAINT feature_scans_pk DO UPDATE
         SET features_version = excluded.features_version, started_at = excluded.started_at, after_memory = NULL,
             finished_at = NULL
         WHERE known.features_version <> excluded.features_version`,
      [tenants, STORED_VERSION],
    );
  }

  /** Has everything of a tenant made anew. */
  async begin(tx: EntityManager, tenant: TenantId): Promise<void> {
    await tx.query(
      `INSERT INTO feature_scans (tenant_id, features_version) VALUES ($1, $2)
       ON CONFLICT ON CONSTRAINT feature_scans_pk DO UPDATE
         SET features_version = excluded.features_version, started_at = now(), after_memory = NULL, finished_at = NULL`,
      [tenant, STORED_VERSION],
    );
  }

  /** A tenant that is not at its end, the one that waits longest first; of these tenants, where any are named. */
  async next(tx: EntityManager, tenants?: readonly TenantId[]): Promise<FeatureScan | undefined> {
    const [scan] = await tx.query<FeatureScan[]>(
      `SELECT tenant_id AS "tenantId", started_at AS "startedAt", after_memory AS "afterMemory" FROM feature_scans
        WHERE finished_at IS NULL AND ($1::text[] IS NULL OR tenant_id = ANY ($1))
        ORDER BY started_at, tenant_id LIMIT 1`,
      [tenants ?? null],
    );
    return scan;
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
    return { lacking, last: rows.length < limit ? null : (rows.at(-1)?.id ?? null) };
  }

  /** Notes that the page before `last` is done, or with null that all are; nothing where another process was faster. */
  async advance(
    tx: EntityManager,
    { tenantId, startedAt, afterMemory }: FeatureScan,
    last: string | null,
  ): Promise<void> {
    await tx.query(
      `UPDATE feature_scans SET after_memory = $4::uuid, finished_at = CASE WHEN $4::uuid IS NULL THEN now() END
        WHERE tenant_id = $1 AND started_at = $2 AND after_memory IS NOT DISTINCT FROM $3::uuid`,
      [tenantId, startedAt, afterMemory, last],
    );
  }
}

/** $2 the memory before them or null, $3 model, $4 version, $5 when the scan began, $6 limit. */
const PAGE = `
  SELECT page.id, NOT EXISTS (
           SELECT FROM memory_features f
            WHERE f.tenant_id = $1 AND f.memory_id = page.id AND f.model_id = $3 AND f.memory_version = page.version
              AND f.features_version = $4 AND f.computed_at >= $5) AS lacking
    FROM (SELECT id, version FROM memories WHERE tenant_id = $1 AND ($2::uuid IS NULL OR id > $2)
           ORDER BY id LIMIT $6) AS page
   ORDER BY page.id`;
