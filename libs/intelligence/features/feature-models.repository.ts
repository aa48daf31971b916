import { Injectable } from '@nestjs/common';
import type { TenantId } from '@mneme/platform/ids';
import type { EntityManager } from 'typeorm';

/** Models of whose vectors there are features. */
@Injectable()
export class FeatureModelsRepository {
  async list(tx: EntityManager): Promise<string[]> {
    const rows = await tx.query<{ id: string }[]>('SELECT id FROM feature_models ORDER BY id');
    return rows.map(({ id }) => id);
  }

  async add(tx: EntityManager, modelId: string): Promise<void> {
    await tx.query('INSERT INTO feature_models (id) VALUES ($1) ON CONFLICT DO NOTHING', [modelId]);
  }

  async remove(tx: EntityManager, modelId: string): Promise<void> {
    await tx.query('DELETE FROM feature_models WHERE id = $1', [modelId]);
  }

  /** Some of a tenant's features that were made of this model's vectors go. @returns how many */
  async forgetFeatures(tx: EntityManager, tenant: TenantId, modelId: string, limit: number): Promise<number> {
    const [, gone] = await tx.query<[unknown[], number]>(
      `DELETE FROM memory_features WHERE tenant_id = $1 AND model_id = $2 AND memory_id = ANY (ARRAY(
         SELECT memory_id FROM memory_features WHERE tenant_id = $1 AND model_id = $2 LIMIT $3))`,
      [tenant, modelId, limit],
    );
    return gone;
  }
}
