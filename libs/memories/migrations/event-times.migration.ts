import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * When what a memory says happened, where its metadata states it (`occurredAt`); where it does not, that is when the memory
 * was created. The service writes it from now on. Of what was stored before, the forms that it accepted are read here: ISO
 * 8601, Unix time in seconds or milliseconds, and the date of an internet message. What cannot be read says nothing.
 */
export class EventTimes1764300004000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE memories ADD COLUMN occurred_at timestamptz(3)');
    await runner.query(`
      CREATE INDEX memories_occurred ON memories (tenant_id, coalesce(occurred_at, created_at), id)
        INCLUDE (expires_at, type)`);
    await runner.query(`SET LOCAL TimeZone = 'UTC'`);
    await runner.query(`SET LOCAL DateStyle = 'ISO, DMY'`);
    await runner.query('SELECT mneme_set_system()');
    await runner.query(FILL);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX memories_occurred');
    await runner.query('ALTER TABLE memories DROP COLUMN occurred_at');
  }
}

/** As milliseconds where it would be a year after 5000 as seconds. */
const UNIX_TIME = `to_timestamp(memory.stated::float8 / CASE WHEN memory.stated::float8 >= 1e11 THEN 1000 ELSE 1 END)`;

/** A value that PostgreSQL refuses ends its own block, not the migration. */
const FILL = `
  DO $$
  DECLARE
    tenant text;
    memory record;
    moment timestamptz;
  BEGIN
    FOR tenant IN SELECT tenant_id FROM tenants ORDER BY tenant_id LOOP
      PERFORM mneme_set_tenant(tenant);
      FOR memory IN
        SELECT m.id, m.metadata ->> 'occurredAt' AS stated FROM memories m
         WHERE m.tenant_id = tenant AND json_typeof(m.metadata -> 'occurredAt') IN ('string', 'number')
      LOOP
        BEGIN
          moment := CASE
            WHEN memory.stated ~ '^[0-9]{9,14}([.][0-9]+)?$' THEN ${UNIX_TIME}
            WHEN memory.stated ~ '^[0-9]{4}-?[0-9]{2}-?[0-9]{2}([T ]|$)'
              OR memory.stated ~ '^([A-Z][a-z]{2}, )?[0-9]{1,2} [A-Z][a-z]{2} [0-9]{4} ' THEN memory.stated::timestamptz
          END;
          IF moment BETWEEN timestamptz '0100-01-01Z' AND timestamptz '9999-12-31 23:59:59.999Z' THEN
            UPDATE memories SET occurred_at = moment WHERE tenant_id = tenant AND id = memory.id;
          END IF;
        EXCEPTION WHEN data_exception THEN
          NULL;
        END;
      END LOOP;
    END LOOP;
  END $$`;
