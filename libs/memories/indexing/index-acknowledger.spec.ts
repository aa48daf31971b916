import type { TenantDb } from '@mneme/platform/database';
import { tenantId, type TenantId } from '@mneme/platform/ids';
import { IndexAcknowledger } from './index-acknowledger.js';
import type { FollowUp, IndexListener } from './index-listener.js';
import { IndexListenerRegistry } from './index-listener.registry.js';
import type { IndexQueueRepository, QueueEntry } from '../storage/index-queue.repository.js';

const [IMPORTING, ASKING] = [tenantId('importing'), tenantId('asking')];
const ENTRY: Pick<QueueEntry, 'memoryId' | 'modelId' | 'version'> = { memoryId: 'm', modelId: 'model', version: 1 };
const record = { memory: { id: 'm', version: 1 }, vectors: [] } as never;
const DONE = [{ entry: ENTRY, record }];

/** Follows one tenant at once, the other when it is told to. */
class Follower implements IndexListener {
  release: () => void = () => undefined;
  private readonly released = new Promise<void>((resolve) => (this.release = resolve));

  async follow(tenant: TenantId): Promise<FollowUp> {
    if (tenant === IMPORTING) await this.released;
    return () => Promise.resolve();
  }

  close(): Promise<void> {
    return Promise.resolve();
  }
}

describe('confirmations of indexed memories', () => {
  let confirmed: TenantId[];
  let follower: Follower;
  let confirmations: IndexAcknowledger;

  beforeEach(() => {
    confirmed = [];
    follower = new Follower();
    const followers = new IndexListenerRegistry();
    followers.add(follower);
    const db = { run: (_: TenantId, work: (tx: unknown) => Promise<void>) => work({}) } as unknown as TenantDb;
    const queue = {
      confirm: (_: unknown, tenant: TenantId) => Promise.resolve(confirmed.push(tenant)),
    } as unknown as IndexQueueRepository;
    confirmations = new IndexAcknowledger(db, queue, followers);
  });
  afterEach(async () => {
    follower.release();
    await confirmations.flush();
  });

  it('of one tenant wait for those of no other, also where these came first', async () => {
    await confirmations.add(IMPORTING, DONE);
    await confirmations.add(ASKING, DONE);
    const all = confirmations.flush();
    await confirmations.settle(ASKING, 60_000);
    expect(confirmed).toEqual([ASKING]);
    follower.release();
    await all;
    expect(confirmed).toEqual([ASKING, IMPORTING]);
  }, 5_000);

  it('are waited for no longer than the caller likes to', async () => {
    await confirmations.add(IMPORTING, DONE);
    await confirmations.settle(IMPORTING, 20);
    expect(confirmed).toEqual([]);
    follower.release();
    await confirmations.settle(IMPORTING, 60_000);
    expect(confirmed).toEqual([IMPORTING]);
  }, 5_000);

  it('that a tenant has taken in hand are waited for by whoever waits for all', async () => {
    await confirmations.add(IMPORTING, DONE);
    await confirmations.settle(IMPORTING, 20);
    const all = confirmations.flush();
    follower.release();
    await all;
    expect(confirmed).toEqual([IMPORTING]);
  }, 5_000);
});
