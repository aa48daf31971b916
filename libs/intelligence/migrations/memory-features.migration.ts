import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * - memory_features: what both analyses know of a memory, by the model whose vectors its sketch is made of. `packed` is
 *   read for the whole tenant, `features` for single memories; `bucket` (0 to 1,023, by chance) picks a sample, of which
 *   an index is needed only where a tenant is large.
 * - memory_mentions: who mentions a name or links to a memory, by a hash of it; the features list what is theirs.
 * - feature_scans: how far a tenant's features have been made anew; no more than identifiers and times.
 * - feature_models: the models that features were made with, so that these can go with them.
 *
 * Deleting a memory deletes its rows: by a trigger that runs once a statement, because foreign keys would cost a query
 * for each row that is written (5 to 10 % of the processor time of an import on the embedded database).
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
        mentions bigint[] NOT NULL,
        features json NOT NULL,
        packed bytea NOT NULL,
        CONSTRAINT memory_features_pk PRIMARY KEY (tenant_id, memory_id, model_id)
      )`);
    // A whole tenant is read at once: out of the row, each would be fetched apart, and would not be any smaller.
    await runner.query('ALTER TABLE memory_features ALTER COLUMN packed SET STORAGE MAIN');
    await runner.query(
      'CREATE INDEX memory_features_bucket ON memory_features (tenant_id, bucket, memory_id) WHERE bucket < 64',
    );
    await runner.query(`
      CREATE TABLE memory_mentions (
        tenant_id text NOT NULL,
        mention bigint NOT NULL,
        memory_id uuid NOT NULL,
        CONSTRAINT memory_mentions_pk PRIMARY KEY (tenant_id, mention, memory_id)
      )`);
    await runner.query(`
      CREATE TABLE feature_scans (
        tenant_id text NOT NULL,
        features_version integer NOT NULL,
        started_at timestamptz(3) NOT NULL DEFAULT now(),
        after_memory uuid,
        finished_at timestamptz(3),
        CONSTRAINT feature_scans_pk PRIMARY KEY (tenant_id)
      )`);
    await runner.query('CREATE TABLE feature_models (id text NOT NULL, CONSTRAINT feature_models_pk PRIMARY KEY (id))');
    await runner.query('GRANT SELECT, INSERT, DELETE ON feature_models TO mneme_app');
    await runner.query(FORGET);
    await runner.query(`
      CREATE TRIGGER memories_forget_features AFTER DELETE ON memories REFERENCING OLD TABLE AS gone
        FOR EACH STATEMENT EXECUTE FUNCTION mneme_forget_features()`);
    await confine(runner);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TRIGGER memories_forget_features ON memories');
    await runner.query('DROP FUNCTION mneme_forget_features()');
    await runner.query('DROP TABLE feature_models, feature_scans, memory_mentions, memory_features');
  }
}

const FORGET = `
  CREATE FUNCTION mneme_forget_features() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    DELETE FROM memory_mentions m USING gone JOIN memory_features f ON f.tenant_id = gone.tenant_id AND f.memory_id = gone.id
     WHERE m.tenant_id = gone.tenant_id AND m.mention = ANY (f.mentions) AND m.memory_id = gone.id;
    DELETE FROM memory_features f USING gone WHERE f.tenant_id = gone.tenant_id AND f.memory_id = gone.id;
    RETURN NULL;
  END $$`;

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
