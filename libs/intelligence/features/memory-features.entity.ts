import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { MemoryFeatures as Features } from '@mneme/analysis';
import type { TenantId } from '@mneme/platform/ids';

/** What both analyses know of a memory, computed when it was indexed. */
@Entity('memory_features')
export class MemoryFeatures {
  @PrimaryColumn({ name: 'tenant_id', type: 'text' })
  tenantId: TenantId;

  @PrimaryColumn({ name: 'memory_id', type: 'uuid' })
  memoryId: string;

  /** Whose vectors the sketch is made of. */
  @PrimaryColumn({ name: 'model_id', type: 'text' })
  modelId: string;

  /** Of the memory; a late writer never overwrites a newer one. */
  @Column({ name: 'memory_version', type: 'integer' })
  memoryVersion: number;

  /** `STORED_VERSION` of the program that wrote it. */
  @Column({ name: 'features_version', type: 'integer' })
  featuresVersion: number;

  @Column({ name: 'event_at', type: 'timestamptz', precision: 3 })
  eventAt: Date;

  @Column({ name: 'computed_at', type: 'timestamptz', precision: 3 })
  computedAt: Date;

  /** 0 to 1,023, by what the memory says and when, see `bucketOf`: a few of them make a sample of the tenant. */
  @Column({ type: 'smallint' })
  bucket: number;

  /** Hashes of the names and links in it; decimal digits. */
  @Column({ type: 'bigint', array: true })
  mentions: string[];

  @Column({ type: 'json' })
  features: Features;

  /** See `packObservation`. */
  @Column({ type: 'bytea' })
  packed: Buffer;
}
