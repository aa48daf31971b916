import { PassThrough } from 'node:stream';
import { Mneme, NotFoundError } from '@mneme/client';
import { CommandFailed, type CommandIo } from '../command-io.js';
import type { CommandCall } from '../command.js';
import { deleteThrough } from './remote-deletion.js';
import { runRemote } from './remote-program.js';

interface Script {
  /** In their order; the last one goes on. Undefined: there is no such job. */
  readonly jobs: readonly (object | undefined)[];
  readonly onJob?: (nth: number) => void;
}

/** A service that has a job for every deletion. */
function service({ jobs, onJob }: Script, signal: AbortSignal): Mneme {
  let nth = 0;
  const answer = (url: string): Response => {
    const metadata = { request_id: 'req_1', timestamp: '2026-01-01T00:00:00Z', version: 'v1' };
    if (url.endsWith('/memories/delete')) {
      const data = { matched: 1_200, deleted: 0, jobId: 'job_1', status: 'running' };
      return Response.json({ success: true, data, metadata }, { status: 202 });
    }
    const data = jobs[Math.min(nth++, jobs.length - 1)];
    onJob?.(nth);
    if (data !== undefined) return Response.json({ success: true, data, metadata });
    const errors = [{ code: 'RESOURCE_NOT_FOUND', message: 'job not found' }];
    return Response.json({ success: false, errors, metadata }, { status: 404 });
  };
  const send: typeof fetch = (url) => Promise.resolve(answer(url as string));
  return new Mneme({ apiKey: 'k', tenantId: 't', baseUrl: 'http://mneme.test', fetch: send, signal });
}

const NEVER = new AbortController().signal;
/** Where there is nothing: what is sent there fails, which is another exit code. */
const NOWHERE = 'http://127.0.0.1:1';

function ioUntil(signal: AbortSignal): CommandIo & { readonly out: PassThrough; readonly err: PassThrough } {
  const streams = { in: new PassThrough(), out: new PassThrough(), err: new PassThrough() };
  return { ...streams, interactive: false, cwd: '.', apiKey: undefined, signal };
}

describe('mneme delete --url', () => {
  it.each<[string[], RegExp]>([
    [['x'], /^Name at least one condition: --type, /],
    [['x', '--type', 'dream'], /^type must be one of /],
    [['x', '--created-to', 'soon'], /^createdTo must be /],
    [['x', '--metadata', 'a='], /--metadata/],
    [['x', '--limit', '5'], /unknown option '--limit'/],
    [['x', '--tag', 'a', '--tenant', 'y'], /^Name one tenant: x or y\.$/m],
    [['a/b', '--tag', 'a'], /a tenant id has /],
  ])('sends nothing where the words are %j', async (words, message) => {
    const io = ioUntil(NEVER);
    expect(await runRemote(['delete', ...words, '--yes', '--url', NOWHERE], io)).toBe(2);
    expect([io.out.read(), String(io.err.read())]).toEqual([null, expect.stringMatching(message)]);
  });
});

describe('a deletion by a service that makes a job of it', () => {
  const abort = new AbortController();
  let call: CommandCall & { readonly io: { readonly out: PassThrough; readonly err: PassThrough } };
  beforeEach(() => {
    call = { io: ioUntil(abort.signal), asJson: true };
  });
  const run = (script: Script): Promise<unknown> =>
    deleteThrough(service(script, abort.signal), call, { type: 'task' }, { yes: true });
  const running = { status: 'running', matched: 1_200, deleted: 500 };
  const printed = (): unknown => JSON.parse(String(call.io.out.read()));

  it('is followed to its end', async () => {
    const jobs = [running, running, { status: 'done', matched: 1_200, deleted: 1_199 }];
    expect(await run({ jobs })).toMatchObject({ json: { matched: 1_200, deleted: 1_199 } });
    expect([call.io.out.read(), call.io.err.read()]).toEqual([null, null]);
  });

  it('says why it failed, and what is deleted', async () => {
    const jobs = [running, { status: 'failed', matched: 1_200, deleted: 700, error: 'the database refuses' }];
    await expect(run({ jobs })).rejects.toThrow(CommandFailed);
    expect(printed()).toEqual({ matched: 1_200, deleted: 700 });
    expect(String(call.io.err.read())).toMatch(/^the database refuses\. Run the same command again/);
  });

  it('is named where its end is not known', async () => {
    await expect(run({ jobs: [running, undefined] })).rejects.toThrow(NotFoundError);
    expect(String(call.io.err.read())).toContain('job_1');
  });

  it('goes on where the person gives up', async () => {
    const onJob = (nth: number): void => {
      if (nth === 2) setTimeout(() => { abort.abort(); }, 10); // prettier-ignore
    };
    await expect(run({ jobs: [running], onJob })).rejects.toThrow(CommandFailed);
    expect(printed()).toEqual({ matched: 1_200, deleted: 500 });
    expect(String(call.io.err.read())).toBe('Interrupted. The service goes on deleting them, as job_1.\n');
  });
});
