import type { TenantDb } from '@mneme/platform/database';
import { DomainError } from '@mneme/platform/errors';
import type { ApiKey } from './api-key.entity.js';
import { ApiKeyLookup } from './api-key-lookup.js';
import { ApiKeysRepository } from './api-keys.repository.js';

/** A table of one key, whose answers come when the test says so. */
class KeyTable extends ApiKeysRepository {
  queries = 0;
  row: Partial<ApiKey> | null = { keyId: 'AAAAAAAA', revokedAt: null, expiresAt: null };
  private readonly waiting: (() => void)[] = [];

  /** Reads at once, answers on `answer`: as a query that a commit overtakes. */
  override async findByKeyId(): Promise<ApiKey | null> {
    this.queries++;
    const row = this.row;
    await new Promise<void>((resolve) => this.waiting.push(resolve));
    return row as ApiKey | null;
  }

  answer(): void {
    for (const resolve of this.waiting.splice(0)) resolve();
  }
}

const database = { runForKey: (_: string, work: (tx: unknown) => unknown) => work(undefined) } as unknown as TenantDb;

async function found(lookup: ApiKeyLookup, table: KeyTable): Promise<boolean> {
  const result = lookup.findUsable('AAAAAAAA');
  table.answer();
  return (await result) !== undefined;
}

describe('looking up keys', () => {
  let table: KeyTable;
  let lookup: ApiKeyLookup;
  let later: number;

  /** The cache keeps the clock for a millisecond, by a timer of its own; a timer set after it fires after it. */
  const pass = async (ms: number): Promise<void> => {
    later += ms;
    await new Promise((resolve) => setTimeout(resolve, 1));
  };

  beforeEach(() => {
    later = 0;
    const now = performance.now.bind(performance);
    jest.spyOn(performance, 'now').mockImplementation(() => now() + later);
    table = new KeyTable();
    lookup = new ApiKeyLookup(database, table);
  });
  afterEach(() => {
    jest.useRealTimers();
    jest.restoreAllMocks();
  });

  it('asks once in ten seconds', async () => {
    for (let i = 0; i < 5; i++) expect(await found(lookup, table)).toBe(true);
    expect(table.queries).toBe(1);
    await pass(10_001);
    expect(await found(lookup, table)).toBe(true);
    expect(table.queries).toBe(2);
  });

  it('asks for an unknown key once in five seconds', async () => {
    table.row = null;
    expect(await found(lookup, table)).toBe(false);
    expect(await found(lookup, table)).toBe(false);
    expect(table.queries).toBe(1);
    await pass(5_001);
    expect(await found(lookup, table)).toBe(false);
    expect(table.queries).toBe(2);
  });

  it('shares one query among requests that come together', async () => {
    const requests = Array.from({ length: 50 }, () => lookup.findUsable('AAAAAAAA'));
    table.answer();
    expect((await Promise.all(requests)).every((key) => key !== undefined)).toBe(true);
    expect(table.queries).toBe(1);
  });

  it('sees an end of validity that comes while the key is cached', async () => {
    const end = Date.now() + 60_000;
    table.row = { ...table.row, expiresAt: new Date(end) };
    expect(await found(lookup, table)).toBe(true);
    jest.useFakeTimers({
      now: end,
      doNotFake: ['performance', 'setTimeout', 'setImmediate', 'nextTick', 'queueMicrotask'],
    });
    expect(await found(lookup, table)).toBe(false);
    expect(table.queries).toBe(1);
  });

  it('knows a revocation at once, also when a query was under way', async () => {
    const before = lookup.findUsable('AAAAAAAA');
    table.row = { ...table.row, revokedAt: new Date() };
    lookup.forget('AAAAAAAA');
    const after = lookup.findUsable('AAAAAAAA');
    table.answer();
    expect(await before).toBeDefined();
    expect(await after).toBeUndefined();
    expect(await found(lookup, table)).toBe(false);
    expect(table.queries).toBe(2);
  });

  it('does not remember a failure of the database', async () => {
    const failing = { runForKey: jest.fn().mockRejectedValueOnce(DomainError.database('down')) };
    failing.runForKey.mockResolvedValue(table.row);
    const other = new ApiKeyLookup(failing as unknown as TenantDb, table);
    await expect(other.findUsable('AAAAAAAA')).rejects.toMatchObject({ kind: 'database' });
    expect(await other.findUsable('AAAAAAAA')).toBeDefined();
  });
});
