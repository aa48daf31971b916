import type { ImportResult, MemoryRecord, Mneme } from '@mneme/client';
import { clientOf, failureOf } from '../../support/client/client-of.js';
import { transferred } from '../../support/client/transfer-process.js';
import { UnreliableProxy } from '../../support/client/unreliable-proxy.js';
import { newTenant, type TestTenant } from '../../support/service/api.js';

const HEAP_MEGABYTES = 24;
const note = (i: number): MemoryRecord => ({ content: `note ${i}`, type: 'semantic', externalId: `note-${i}` });

describe('imports and exports of the client', () => {
  let tenant: TestTenant;
  let mneme: Mneme;
  beforeEach(async () => {
    tenant = await newTenant();
    mneme = clientOf(tenant);
  });

  it('carry 2,000 memories both ways', async () => {
    const report = await transferred(tenant, 2_000, HEAP_MEGABYTES);
    expect(report).toMatchObject({
      imported: { read: 2_000, created: 2_000, failed: 0 },
      exported: 2_000,
      present: 2_000,
    });
    expect(report.length).toBeGreaterThan(1_500_000);
  });

  it('take records from any source, and give each batch its result, with lines of the whole', async () => {
    async function* source(): AsyncGenerator<MemoryRecord | string> {
      for (let i = 1; i <= 2_500; i++) {
        if (i === 1_700) yield '{"broken';
        else if (i === 1_800) yield { ...note(i), importance: 2 };
        else yield i % 2 === 0 ? JSON.stringify(note(i)) : note(i);
      }
    }
    const results: ImportResult[] = [];
    for await (const result of mneme.memories.import(source())) results.push(result);
    expect(results.map(({ read, created, failed }) => ({ read, created, failed }))).toEqual([
      { read: 1_000, created: 1_000, failed: 0 },
      { read: 1_000, created: 998, failed: 2 },
      { read: 500, created: 500, failed: 0 },
    ]);
    expect(results[1]?.errors.map(({ line, field }) => ({ line, field }))).toEqual([
      { line: 1_700, field: undefined },
      { line: 1_800, field: 'importance' },
    ]);
    const total = await mneme.memories.import(source(), { onConflict: 'replace' });
    expect(total).toMatchObject({ read: 2_500, created: 0, failed: 2 });
    expect(total.errors.map(({ line }) => line)).toEqual([1_700, 1_800]);
  });

  it('stop after 1,000 invalid records in a row, and say where to go on', async () => {
    let taken = 0;
    function* source(): Generator<MemoryRecord | string> {
      for (; taken < 10_000; taken++) yield taken < 300 ? note(taken) : 'not JSON';
    }
    const total = await mneme.memories.import(source());
    expect(total).toMatchObject({
      created: 300,
      stopped: { reason: 'too_many_failures', resumeFrom: 1_001, lastLine: 2_000 },
    });
    expect(taken).toBeLessThanOrEqual(2_001);
    expect(total.errors).toHaveLength(100);
  });

  it('store each record once, iterated, awaited or both', async () => {
    const records = Array.from({ length: 1_200 }, (_, i) => ({ content: `note ${i}`, type: 'task' as const }));
    const whole = mneme.memories.import(records);
    for await (const { failed } of whole) expect(failed).toBe(0);
    expect(await whole).toMatchObject({ read: 1_200, created: 1_200 });
    const left = mneme.memories.import(records);
    for await (const { created } of left) {
      expect(created).toBe(1_000);
      break;
    }
    expect(await left).toMatchObject({ read: 1_000, created: 1_000 });
    expect(await mneme.memories.count()).toEqual({ count: 2_200 });
  });

  it('tell what was stored where the source fails', async () => {
    function* source(): Generator<MemoryRecord> {
      for (let i = 0; i < 1_500; i++) yield note(i);
      throw new Error('the file ended');
    }
    const run = mneme.memories.import(source());
    expect(await failureOf(run)).toMatchObject({ message: 'the file ended' });
    expect(run.total).toMatchObject({ read: 1_000, created: 1_000 });
    expect(await mneme.memories.count()).toEqual({ count: 1_000 });
  });

  it('take records or lines, not a text or the parts of one', async () => {
    const text = `${JSON.stringify(note(1))}\n${JSON.stringify(note(2))}\n`;
    for (const given of [text, Buffer.from(text), undefined, null, note(1)]) {
      expect(() => mneme.memories.import(given as never)).toThrow('records must be an iterable of objects or of lines');
    }
    for (const element of [undefined, null, 5, Buffer.from(text), text]) {
      const error = await failureOf(mneme.memories.import([note(0), element as never]));
      expect(error).toMatchObject({ name: 'TypeError', message: expect.stringMatching(/^records must be/) as string });
    }
    expect(await mneme.memories.count()).toEqual({ count: 0 });
    expect(await mneme.memories.import(text.split(/(?<=\n)/))).toMatchObject({ created: 2 });
  });

  it('store nothing twice where a connection is cut', async () => {
    const faults = ['cut before', 'cut after', 'pass', 'cut within', 'cut before'] as const;
    let turn = 0;
    const proxy = await UnreliableProxy.before(tenant.api.url, () => faults[turn++] ?? 'pass');
    const records = Array.from({ length: 1_500 }, (_, i) => ({ content: `note ${i}`, type: 'semantic' as const }));
    const total = await clientOf(tenant, { baseUrl: proxy.url }).memories.import(records);
    await proxy.close();
    expect(total).toMatchObject({ read: 1_500, created: 1_500, present: 0 });
    expect(await mneme.memories.count()).toEqual({ count: 1_500 });
  });

  it('fail where an export is cut, and end where the caller has enough', async () => {
    await mneme.memories.import(Array.from({ length: 600 }, (_, i) => note(i)));
    const proxy = await UnreliableProxy.before(tenant.api.url, () => 'cut within');
    let read = 0;
    const cut = async (): Promise<void> => {
      for await (const { content } of clientOf(tenant, { baseUrl: proxy.url }).memories.export())
        read += Number(content !== '');
    };
    expect(await failureOf(cut())).toMatchObject({ name: 'ConnectionError' });
    await proxy.close();
    expect(read).toBeLessThan(600);
    for await (const { externalId } of mneme.memories.export()) {
      expect(externalId).toBe('note-0');
      break;
    }
    const abort = new AbortController();
    let given = 0;
    const giveUp = async (): Promise<void> => {
      for await (const { content } of mneme.memories.export({}, { signal: abort.signal })) {
        given++;
        abort.abort(new Error(`enough: ${content}`));
      }
    };
    expect(await failureOf(giveUp())).toMatchObject({ message: expect.stringMatching(/enough/) as string });
    expect(given).toBe(1);
  });

  it('fail where an export ends within a record, or is none', async () => {
    const headers = { 'content-type': 'application/x-ndjson' };
    const line = JSON.stringify(note(1));
    const proxy = await UnreliableProxy.before(tenant.api.url);
    const through = clientOf(tenant, { baseUrl: proxy.url });
    const read = async (plan: { headers: Record<string, string>; body: string }): Promise<unknown[]> => {
      proxy.plan = () => ({ status: 200, ...plan });
      const records: unknown[] = [];
      try {
        for await (const record of through.memories.export()) records.push(record);
      } catch (error) {
        records.push((error as Error).name);
      }
      return records;
    };
    expect(await read({ headers, body: `${line}\n${line}` })).toEqual([note(1), note(1)]);
    expect(await read({ headers, body: `${line}\n${line.slice(0, 20)}` })).toEqual([note(1), 'ConnectionError']);
    expect(await read({ headers, body: `${line}\n<html>\n${line}\n` })).toEqual([note(1), 'ServiceError']);
    expect(await read({ headers: { 'content-type': 'text/html' }, body: '<html>' })).toEqual(['ServiceError']);
    await proxy.close();
  });
});
