import { tenantId } from '@mneme/platform/ids';
import { PatternRunQueue } from './pattern-run-queue.js';

const [ANN, BEN, CARL] = ['ann', 'ben', 'carl'].map(tenantId) as [
  ReturnType<typeof tenantId>,
  ReturnType<typeof tenantId>,
  ReturnType<typeof tenantId>,
];

describe('PatternRunQueue', () => {
  it('are taken one after the other, also after a failure', async () => {
    const turns = new PatternRunQueue();
    const order: string[] = [];
    let end = (): void => undefined;
    const first = turns.run(ANN, () => new Promise<void>((resolve) => (end = resolve)).then(() => order.push('first')));
    const failing = turns.run(BEN, () => Promise.reject(new Error('fails')));
    const last = turns.run(ANN, () => Promise.resolve(order.push('last')));
    await Promise.resolve();
    end();
    await expect(failing).rejects.toThrow('fails');
    await Promise.all([first, last]);
    expect(order).toEqual(['first', 'last']);
  });

  it('are refused where three of a tenant or eight of all are waiting, with a time to come again', async () => {
    const turns = new PatternRunQueue();
    let end = (): void => undefined;
    const gate = new Promise<void>((resolve) => (end = resolve));
    const wait = (tenant: typeof ANN) => turns.run(tenant, () => gate);
    const taken = [ANN, ANN, ANN, BEN, BEN, BEN].map(wait);
    await expect(wait(ANN)).rejects.toMatchObject({ kind: 'rateLimited', retryAfterSeconds: 5 });
    taken.push(wait(CARL), wait(CARL));
    await expect(wait(CARL)).rejects.toMatchObject({ kind: 'rateLimited' });
    end();
    await Promise.all(taken);
    await expect(wait(ANN)).resolves.toBeUndefined();
  });
});
