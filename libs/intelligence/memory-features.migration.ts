import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * memory_features: what both analyses know of a memory, by the model whose vectors its sketch is made of; `packed` is
 * read for the whole tenant, `features` for single memories, and `bucket` (0 to 1,023, by chance) picks a sample.
 * memory_mentions: who mentions a name or links to a memory,
 * by a hash of it. feature_scans: how far a tenant's features have been made anew; no more than identifiers and times.
 *
 * Deleting a memory deletes its rows: the keys begin with tenant and memory, for the cascade as well.
 */
export class MemoryFeatures1763888800000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE memory_features (
        tenant_id text NOT NULL,
        memory_id uuid NOT NULL,
        model_id text NOT NULL,
        memory_version integer NOT NULL,
        features_version integer NOT NULL,
        event_at timestamptz(3) NOT NULL,
        computed_at timestamptz(3) NOT NULL DEFAULT now(),
        bucket smallint NOT NULL,
        features json NOT NULL,
        packed bytea NOT NULL,
        CONSTRAINT memory_features_pk PRIMARY KEY (tenant_id, memory_id, model_id),
        CONSTRAINT memory_features_memory FOREIGN KEY (tenant_id, memory_id)
          REFERENCES memories (tenant_id, id) ON DELETE CASCADE
      )`);
    // A whole tenant is read at once: out of the row, each would be fetched apart, and would not be any smaller.
    await runner.query('ALTER TABLE memory_features ALTER COLUMN packed SET STORAGE MAIN');
    await runner.query('CREATE INDEX memory_features_bucket ON memory_features (tenant_id, bucket, memory_id)');
    await runner.query(`
      CREATE TABLE memory_mentions (
        tenant_id text NOT NULL,
        memory_id uuid NOT NULL,
        mention bigint NOT NULL,
        CONSTRAINT memory_mentions_pk PRIMARY KEY (tenant_id, memory_id, mention),
        CONSTRAINT memory_mentions_memory FOREIGN KEY (tenant_id, memory_id)
          REFERENCES memories (tenant_id, id) ON DELETE CASCADE
      )`);
    await runner.query('CREATE INDEX memory_mentions_mention ON memory_mentions (tenant_id, mention, memory_id)');
    await runner.query(`
      CREATE TABLE feature_scans (
        tenant_id text NOT NULL,
        features_version integer NOT NULL,
        started_at timestamptz(3) NOT NULL DEFAULT now(),
        after_memory uuid,
        finished_at timestamptz(3),
        CONSTRAINT feature_scans_pk PRIMARY KEY (tenant_id)
      )`);
    await confine(runner);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE feature_scans, memory_mentions, memory_features');
  }
}

async function confine(runner: QueryRunner): Promise<void> {
  const own = `tenant_id = current_setting('app.tenant_id', true)`;
  const queue = `${own} OR current_setting('app.system', true) = 'on'`;
  const policies = { memory_features: own, memory_mentions: own, feature_scans: queue };
  for (const [table, rule] of Object.entries(policies)) {
    await runner.query(`ALTER TABLE ${table} ENABLE ROW LEVEL SECURITY`);
    await runner.query(`ALTER TABLE ${table} FORCE ROW LEVEL SECURITY`);
    await runner.query(`CREATE POLICY ${table}_tenant ON ${table} USING (${rule})`);
    await runner.query(`GRANT SELECT, INSERT, UPDATE, DELETE ON ${table} TO mneme_app`);
  }
}
