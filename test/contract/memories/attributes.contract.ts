import { randomUUID } from 'node:crypto';
import { TenantDb } from '@mneme/platform/database';
import { tenantId } from '@mneme/platform/ids';
import { attributesOf } from '../../../libs/memories/storage/attributes.js';
import { MemoriesRepository } from '../../../libs/memories/storage/memories.repository.js';
import { newMemory, patched } from '../../../libs/memories/storage/memory.factory.js';
import type { Memory } from '../../../libs/memories/storage/memory.entity.js';
import { DATABASES, type OpenDatabase } from '../../support/database/open-database.js';

type Metadata = Record<string, unknown>;

const OBJECTS = 2_000;
const NUMBERS = [0, -0, 1, -1.5, 0.1, 1e21, 1e-7, 5e-324, 1.7976931348623157e308, 2 ** 53, 123456789012345680000];
/** Some grow in NFC, some shrink, some join with what stands before them. */
const PIECES = [
  'a',
  'Z',
  '0',
  ' ',
  'é',
  'e\u0301',
  '\u0338',
  '=',
  '.',
  '"',
  '\\',
  "'",
  '\n',
  '\u{1f600}',
  'क़',
  '\u1f82',
]
  .concat([
    '\u03b1\u0313\u0300\u0345',
    '\u1100\u1161\u11a8',
    '\u{1d160}',
    '\u0344',
    '\u0323\u0301',
    '\u2126',
    'ﬁ',
    '\u200d',
  ])
  .concat(['ж', '漢', '\u0001', '%', '/']);
/** Around the bounds, in what is kept and in what is looked at. */
const LENGTHS = [
  0, 1, 1, 2, 3, 5, 8, 31, 32, 33, 63, 64, 65, 126, 127, 128, 129, 254, 255, 256, 257, 511, 512, 513, 1_020,
];
const KEYS = ['userId', 'supersedes', '10', '2', 'constructor', 'toString', '__proto__', '', 'a.b', 'a=b', 'k\u2260'];

/** The same ones in each run. */
class Samples {
  private state = 20_261_127;

  object(): Metadata {
    const entries = Array.from({ length: this.upTo(8) }, () => [this.key(), this.value(3)] as const);
    const many = this.upTo(20) === 0 ? Array.from({ length: 90 }, (_, i) => [`k${i}`, i % 7] as const) : [];
    // As a request brings it and the database keeps it: with the keys of its own that JSON can have.
    const members = [...many, ...entries].map(([key, value]) => `${JSON.stringify(key)}:${JSON.stringify(value)}`);
    return JSON.parse(`{${members.join(',')}}`) as Metadata;
  }

  private key(): string {
    return this.upTo(2) === 0 ? this.of(KEYS) : this.text();
  }

  private value(depth: number): unknown {
    const kind = this.upTo(depth === 0 ? 6 : 9);
    if (kind < 3) return this.text();
    if (kind === 3) return this.of(NUMBERS);
    if (kind === 4) return this.upTo(2) === 0;
    if (kind === 5) return null;
    if (kind === 6) return { [this.key()]: this.value(depth - 1) };
    return Array.from({ length: this.upTo(20) === 0 ? 80 : this.upTo(5) }, () => this.value(depth - 1));
  }

  private text(): string {
    const piece = this.of(PIECES);
    const length = this.of(LENGTHS);
    // Long ones mostly of one piece, so that lengths in code points meet the bounds.
    if (this.upTo(2) === 0) return piece.repeat(Math.ceil(length / [...piece].length));
    return Array.from({ length }, () => this.of(PIECES)).join('');
  }

  private of<T>(values: readonly T[]): T {
    return values[this.upTo(values.length)]!;
  }

  private upTo(limit: number): number {
    this.state = (Math.imul(this.state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((this.state / 2 ** 32) * limit);
  }
}

describe.each(DATABASES)('what the %s database keeps of metadata to find memories by', (_, open) => {
  let opened: OpenDatabase;
  let tenantDb: TenantDb;
  const repository = new MemoriesRepository();
  const tenant = tenantId(`attributes-${randomUUID()}`);
  beforeAll(async () => {
    opened = await open();
    tenantDb = new TenantDb(opened.database.dataSource);
  }, 180_000);
  afterAll(() => opened.close());

  const memory = (metadata: Metadata): Memory => newMemory(tenant, { content: 'x', type: 'task', metadata });
  const insert = (memories: readonly Memory[]): Promise<unknown> =>
    tenantDb.run(tenant, (tx) => repository.insert(tx, tenant, memories));
  const change = async (before: Memory, patch: Parameters<typeof patched>[1]): Promise<Memory> => {
    const after = patched(before, patch);
    await tenantDb.run(tenant, (tx) => repository.update(tx, tenant, [{ before, after }], 5));
    return after;
  };
  /** Of each memory, sorted. */
  const kept = async (of = tenant): Promise<Map<string, string[]>> => {
    const rows = await tenantDb.run(of, (tx) =>
      tx.query<{ id: string; attribute: string }[]>(
        `SELECT memory_id AS id, attribute FROM memory_attributes WHERE tenant_id = $1`,
        [tenant],
      ),
    );
    const found = new Map<string, string[]>();
    for (const { id, attribute } of rows) found.set(id, [...(found.get(id) ?? []), attribute].toSorted());
    return found;
  };

  it(`is what the service reads in it, of ${OBJECTS} of all kinds`, async () => {
    const samples = new Samples();
    const objects = Array.from({ length: OBJECTS }, () => samples.object());
    const found: string[][] = [];
    for (let i = 0; i < OBJECTS; i += 100) {
      const rows = await opened.database.dataSource.query<{ attributes: string[] }[]>(
        'SELECT mneme_attributes(value) AS attributes FROM json_array_elements($1::json)',
        [JSON.stringify(objects.slice(i, i + 100))],
      );
      found.push(...rows.map(({ attributes }) => attributes));
    }
    const different = objects.flatMap((object, i) => {
      const expected = attributesOf(object);
      return JSON.stringify(expected) === JSON.stringify(found[i]) ? [] : [{ object, expected, found: found[i] }];
    });
    expect(different).toEqual([]);
    const sizes = found.map(({ length }) => length);
    expect([Math.min(...sizes), Math.max(...sizes)]).toEqual([0, 64]);
  });

  it('follows each memory: as it is stored, changed and deleted', async () => {
    const first = memory({ a: 1, b: ['x', 'y', 'x'] });
    const second = memory({ a: 1 });
    const none = memory({});
    await insert([first, second, none]);
    const of = async ({ id }: Memory): Promise<string[]> => (await kept()).get(id) ?? [];
    expect([await of(first), await of(second), await of(none)]).toEqual([['a=1', 'b=x', 'b=y'], ['a=1'], []]);
    const reworded = await change(first, { content: 'y' });
    expect(await of(first)).toEqual(['a=1', 'b=x', 'b=y']);
    const changed = await change(reworded, { metadata: { b: ['y', 'z'], c: true } });
    expect([await of(first), await of(second)]).toEqual([['b=y', 'b=z', 'c=true'], ['a=1']]);
    const emptied = await change(changed, { metadata: {} });
    expect(await of(first)).toEqual([]);
    await change(emptied, { metadata: { a: 1 } });
    await tenantDb.run(tenant, (tx) => repository.delete(tx, tenant, [second]));
    expect([await of(first), await of(second)]).toEqual([['a=1'], []]);
  });

  it('is seen by the tenant alone', async () => {
    expect((await kept()).size).toBeGreaterThan(0);
    expect((await kept(tenantId('somebody-else'))).size).toBe(0);
  });
});
