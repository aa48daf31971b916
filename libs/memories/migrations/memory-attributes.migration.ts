import type { MigrationInterface, QueryRunner } from 'typeorm';

const own = `tenant_id = current_setting('app.tenant_id', true)`;

/**
 * What of its metadata a memory can be found by: `userId=anna` for each text, number and boolean at the top level, see
 * `attributesOf`. The column is for rows that are at hand, the table leads to them in the order of their creation: no index
 * serves an array under row security. Both are kept by the database, so that a release that does not know them keeps them
 * right as well.
 */
export class MemoryAttributes1764300000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(ATTRIBUTES);
    await runner.query(
      'ALTER TABLE memories ADD COLUMN attributes text[] GENERATED ALWAYS AS (mneme_attributes(metadata)) STORED',
    );
    await runner.query(`
      CREATE TABLE memory_attributes (
        tenant_id text NOT NULL,
        attribute text COLLATE "C" NOT NULL,
        created_at timestamptz(3) NOT NULL,
        memory_id uuid NOT NULL,
        CONSTRAINT memory_attributes_pk PRIMARY KEY (tenant_id, attribute, created_at, memory_id)
      )`);
    await fill(runner);
    await runner.query('ALTER TABLE memory_attributes ENABLE ROW LEVEL SECURITY');
    await runner.query('ALTER TABLE memory_attributes FORCE ROW LEVEL SECURITY');
    await runner.query(`CREATE POLICY memory_attributes_tenant ON memory_attributes USING (${own})`);
    await runner.query('GRANT SELECT, INSERT, UPDATE, DELETE ON memory_attributes TO mneme_app');
    await runner.query(FOLLOW_INSERT);
    await runner.query(FOLLOW_CHANGE);
    await runner.query(`
      CREATE TRIGGER memory_attributes_added AFTER INSERT ON memories REFERENCING NEW TABLE AS added
        FOR EACH STATEMENT EXECUTE FUNCTION mneme_attributes_added()`);
    await runner.query(`
      CREATE TRIGGER memory_attributes_changed AFTER UPDATE ON memories
        FOR EACH ROW WHEN (old.attributes <> new.attributes OR old.created_at <> new.created_at)
        EXECUTE FUNCTION mneme_attributes_changed()`);
    await runner.query(`
      CREATE TRIGGER memory_attributes_removed AFTER DELETE ON memories
        FOR EACH ROW WHEN (old.attributes <> '{}') EXECUTE FUNCTION mneme_attributes_changed()`);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const name of ['added', 'changed', 'removed']) {
      await runner.query(`DROP TRIGGER memory_attributes_${name} ON memories`);
    }
    await runner.query('DROP FUNCTION mneme_attributes_added(), mneme_attributes_changed()');
    await runner.query('DROP TABLE memory_attributes');
    await runner.query('ALTER TABLE memories DROP COLUMN attributes');
    await runner.query('DROP FUNCTION mneme_attributes(json)');
  }
}

/**
 * As `attributesOf` says it: a contract test holds one against the other. Long texts are not spelled, see `keptText`. In
 * PL/pgSQL, which plans it once for a session: a function in SQL is planned with every statement, and doubled the time of
 * an insert.
 */
const ATTRIBUTES = `
  CREATE FUNCTION mneme_attributes(metadata json) RETURNS text[] LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $$
  BEGIN
    RETURN (SELECT coalesce(array_agg(attribute ORDER BY place), '{}')
      FROM (SELECT name || '=' || kept AS attribute, min(place) AS place
              FROM (SELECT ${spelled('field.key', '64')} AS name,
                           ${spelled("item.value #>> '{}'", 'field.most')} AS kept, field.most,
                           CASE WHEN field.key = 'supersedes' THEN 0 ELSE field.place * 20000 END + item.place AS place
                      FROM (SELECT key, value, place, CASE WHEN key = 'supersedes' THEN 255 ELSE 128 END AS most
                              FROM json_each(metadata) WITH ORDINALITY AS each (key, value, place)) AS field
                     CROSS JOIN LATERAL json_array_elements(
                       CASE WHEN json_typeof(field.value) = 'array' THEN field.value
                            ELSE json_build_array(field.value) END) WITH ORDINALITY AS item (value, place)
                     WHERE json_typeof(item.value) IN ('string', 'number', 'boolean') OFFSET 0) AS given
             WHERE char_length(name) BETWEEN 1 AND 64 AND name !~ '[.=]' AND char_length(kept) BETWEEN 1 AND most
             GROUP BY attribute ORDER BY min(place) LIMIT 64) AS ranked);
  END $$`;

function spelled(text: string, most: string): string {
  return `CASE WHEN char_length(${text}) <= 4 * ${most} THEN normalize(${text}, NFC) END`;
}

const FOLLOW_INSERT = `
  CREATE FUNCTION mneme_attributes_added() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    INSERT INTO memory_attributes (tenant_id, attribute, created_at, memory_id)
    SELECT tenant_id, unnest(attributes), created_at, id FROM added;
    RETURN NULL;
  END $$`;

/** Entries are looked up one by one: what is planned once for a session must not depend on how many there were then. */
const FOLLOW_CHANGE = `
  CREATE FUNCTION mneme_attributes_changed() RETURNS trigger LANGUAGE plpgsql AS $$
  DECLARE
    kept text[] := CASE WHEN TG_OP = 'UPDATE' THEN new.attributes ELSE '{}' END;
  BEGIN
    DELETE FROM memory_attributes WHERE ctid = ANY (ARRAY(
      SELECT entry.place FROM unnest(old.attributes) AS gone (attribute)
       CROSS JOIN LATERAL (
         SELECT ctid AS place FROM memory_attributes
          WHERE tenant_id = old.tenant_id AND attribute = gone.attribute AND created_at = old.created_at
            AND memory_id = old.id OFFSET 0) AS entry
       WHERE gone.attribute <> ALL (kept) OR old.created_at <> new.created_at));
    IF TG_OP = 'UPDATE' THEN
      INSERT INTO memory_attributes (tenant_id, attribute, created_at, memory_id)
      SELECT new.tenant_id, attribute, new.created_at, new.id FROM unnest(kept) AS given (attribute)
      ON CONFLICT ON CONSTRAINT memory_attributes_pk DO NOTHING;
    END IF;
    RETURN NULL;
  END $$`;

/** The owner need be no superuser: it must see every tenant's rows once. */
async function fill(runner: QueryRunner): Promise<void> {
  await runner.query('ALTER TABLE memories NO FORCE ROW LEVEL SECURITY');
  await runner.query(`
    INSERT INTO memory_attributes (tenant_id, attribute, created_at, memory_id)
    SELECT tenant_id, unnest(attributes), created_at, id FROM memories ORDER BY 1, 2, 3, 4`);
  await runner.query('ALTER TABLE memories FORCE ROW LEVEL SECURITY');
}
