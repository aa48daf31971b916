import { randomUUID } from 'node:crypto';
import { TenantDb } from '@mneme/platform/database';
import { tenantId } from '@mneme/platform/ids';
import { DATABASES, type OpenDatabase } from '../../support/database/open-database.js';

const INSERT = `
  INSERT INTO memories (tenant_id, id, content, type, importance, tags, metadata, bytes, version, created_at, updated_at)
  VALUES ($1, gen_random_uuid(), $2, 'episodic', 0.5, '{}', $3, 1, 1, now(), now())
  RETURNING session_id AS session, speaker`;

const HEADS: readonly (readonly [content: string, day: string, speaker: string])[] = [
  ['[8 May 2023] Caroline: hi', '8 may 2023', 'Caroline'],
  ['[18 May 2023] Caroline: hi', '18 may 2023', 'Caroline'],
  ['(1:56 pm on 8 May, 2023) Grad E: hi', 'on 8 may, 2023', 'Grad E'],
  ['[2023-05-08T13:56:00Z] Зоя: привіт', '2023-05-08tz', 'Зоя'],
  ['(18/05/2023, 13:56) Dr. Ann Lee: hi', '18/05/2023,', 'Dr. Ann Lee'],
  ['2023-05-08 13:56 Caroline: hi', '2023-05-08', 'Caroline'],
  ['18/05/2023, 13:56 - Caroline: hi', '18/05/2023', 'Caroline'],
  ['8 May 2023, Caroline: hi', '8 may 2023', 'Caroline'],
  ['Caroline (8 May 2023): hi', '8 may 2023', 'Caroline'],
];

const OTHERS = [
  'Caroline: hi',
  'Note: buy milk on 8 May 2023',
  '[8 May 2023] we met in Lisbon',
  '8 May 2023 was the day: we met',
  'Lunch (8 May 2023) was late: rain',
  '[Caroline] 8 May 2023: hi',
  '[May] Caroline: hi',
  '[RFC 2045] MIME: a standard',
  'Windows (2019): slow',
  `${'x'.repeat(120)}[8 May 2023] Caroline: hi`,
];

describe.each(DATABASES)('what the %s database keeps of a memory as session and speaker', (_, open) => {
  let opened: OpenDatabase;
  let tenantDb: TenantDb;
  const tenant = tenantId(randomUUID());
  beforeAll(async () => {
    opened = await open();
    tenantDb = new TenantDb(opened.database.dataSource);
  }, 180_000);
  afterAll(() => opened.close());

  const kept = (content: string, metadata: Record<string, unknown> = {}): Promise<unknown> =>
    tenantDb.run(tenant, async (tx) => {
      const [row] = await tx.query<unknown[]>(INSERT, [tenant, content, JSON.stringify(metadata)]);
      return row;
    });

  it.each(HEADS)('%p begins with a date and a name, and the day is the session', async (content, session, speaker) => {
    expect(await kept(content)).toEqual({ session, speaker });
  });

  it.each(OTHERS)('%p does not', async (content) => {
    expect(await kept(content)).toEqual({ session: null, speaker: null });
  });

  it('is what the metadata says, where it says something', async () => {
    const content = '[8 May 2023] Caroline: hi';
    expect(await kept(content, { sessionId: 7 })).toEqual({ session: '7', speaker: 'Caroline' });
    expect(await kept(content, { speaker: 'Mel' })).toEqual({ session: '8 may 2023', speaker: 'Mel' });
  });
});
