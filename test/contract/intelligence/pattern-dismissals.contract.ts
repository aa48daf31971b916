import { TenantDb } from '@mneme/platform/database';
import { newUuid, tenantId } from '@mneme/platform/ids';
import { PatternDismissalsRepository } from '../../../libs/intelligence/patterns/pattern-dismissals.repository.js';
import { PatternEvidenceRepository } from '../../../libs/intelligence/patterns/pattern-evidence.repository.js';
import { DATABASES, type OpenDatabase } from '../../support/database/open-database.js';
import { insertRecord, sampleDocument } from '../../support/stories/feature-samples.js';

const dismissals = new PatternDismissalsRepository();
const texts = new PatternEvidenceRepository();

describe.each(DATABASES)('what is kept of patterns in the %s database', (_, open) => {
  let opened: OpenDatabase;
  let db: TenantDb;
  let [one, other] = [tenantId('nobody'), tenantId('nobody-else')];
  const add = (id: string, most: number, reason: string | null = null) =>
    db.run(one, (tx) => dismissals.add(tx, one, { id, reason }, most));

  beforeAll(async () => {
    opened = await open();
    db = new TenantDb(opened.database.dataSource);
  }, 120_000);
  afterAll(() => opened.close());
  beforeEach(() => {
    [one, other] = [tenantId(`patterns-${newUuid()}`), tenantId(`patterns-${newUuid()}`)];
  });

  it('are dismissals up to a number; what is dismissed already takes no more room', async () => {
    expect(await add('a', 2)).toEqual({ id: 'a', dismissedAt: expect.any(Date), reason: null });
    await add('b', 2);
    expect(await add('c', 2)).toBeUndefined();
    expect((await add('a', 2, 'known'))?.reason).toBe('known');
    expect((await add('a', 2))?.reason).toBe('known');
    const ids = () => db.read(one, (tx) => dismissals.ids(tx, one));
    expect((await ids()).sort()).toEqual(['a', 'b']);
    await db.run(one, (tx) => dismissals.remove(tx, one, 'a'));
    expect((await add('c', 2))?.id).toBe('c');
    expect((await ids()).sort()).toEqual(['b', 'c']);
  });

  it('are hidden from other tenants, whatever they ask for', async () => {
    await add('a', 2);
    expect(await db.read(other, (tx) => dismissals.ids(tx, one))).toEqual([]);
    await db.run(other, (tx) => dismissals.remove(tx, one, 'a'));
    expect(await db.read(one, (tx) => dismissals.ids(tx, one))).toEqual(['a']);
  });

  it('are beginnings of memories in whole characters, of the tenant alone', async () => {
    const [mine, theirs] = [sampleDocument({ content: '𝔫'.repeat(9) }), sampleDocument({ content: 'theirs' })];
    await db.run(one, (tx) => insertRecord(tx, one, mine));
    await db.run(other, (tx) => insertRecord(tx, other, theirs));
    const ids = [mine.id, mine.id, theirs.id, newUuid()];
    expect(await db.read(one, (tx) => texts.beginnings(tx, one, ids, 4))).toEqual(new Map([[mine.id, '𝔫'.repeat(4)]]));
  });
});
