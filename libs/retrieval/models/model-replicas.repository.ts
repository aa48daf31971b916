import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';

/** A process that serves. */
export interface ModelReplica {
  readonly id: string;
  /** The model that its searches use; null while it starts. */
  readonly searches: string | null;
  /** The models that its writes go to. */
  readonly loaded: readonly string[];
  /** Why it cannot load a model that it should. */
  readonly problem: string | null;
}

/** A process that has not been seen for so long is gone. */
const GONE = `interval '10 seconds'`;

/** Which processes serve while the model is being changed. */
@Injectable()
export class ModelReplicasRepository {
  async report(tx: EntityManager, { id, searches, loaded, problem }: ModelReplica): Promise<void> {
    await tx.query(
      `INSERT INTO model_replicas (id, seen_at, searches, loaded, problem) VALUES ($1, now(), $2, $3, $4)
       ON CONFLICT (id) DO UPDATE SET seen_at = now(), searches = $2, loaded = $3, problem = $4`,
      [id, searches, loaded, problem],
    );
  }

  async leave(tx: EntityManager, id: string): Promise<void> {
    await tx.query(`DELETE FROM model_replicas WHERE id = $1 OR seen_at < now() - ${GONE}`, [id]);
  }

  async alive(tx: EntityManager): Promise<ModelReplica[]> {
    return tx.query<ModelReplica[]>(
      `SELECT id, searches, loaded, problem FROM model_replicas WHERE seen_at > now() - ${GONE}`,
    );
  }
}
