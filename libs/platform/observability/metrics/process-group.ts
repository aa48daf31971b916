import cluster, { type Worker } from 'node:cluster';
import { AggregatorRegistry, type Registry } from 'prom-client';

/** Longer than prom-client waits for all. */
const ANSWER_MS = 6_000;

/** A process that was asked for the metrics of its group, and the first process, which can ask them all. */
interface Wanted {
  readonly type: 'mneme: metrics of the group wanted';
  readonly id: number;
}
interface Collected {
  readonly type: 'mneme: metrics of the group';
  readonly id: number;
  readonly text?: string;
  readonly error?: string;
}

/** The processes that serve one port (`API_PROCESSES`), seen from one of them. Which one is asked, chance decides. */
export class ProcessGroup {
  private asked = 0;
  private readonly waiting = new Map<number, (collected: Collected) => void>();

  /** @param registry of this process: its metrics are labelled with the number of the process from now on */
  constructor(registry: Registry) {
    registry.setDefaultLabels({ process: String(cluster.worker?.id ?? 0) });
    AggregatorRegistry.setRegistries(registry);
    listenAsMember();
    process.on('message', (message: Partial<Collected>) => {
      if (isCollected(message)) this.waiting.get(message.id)?.(message);
    });
  }

  /**
   * The metrics of all processes, in Prometheus's text format.
   * @throws Error where one of them does not answer within 5 s, or the first process not at all
   */
  async text(): Promise<string> {
    const id = this.asked++;
    const { text, error } = await new Promise<Collected>((resolve, reject) => {
      this.waiting.set(id, resolve);
      setTimeout(() => reject(new Error('the first process does not answer')), ANSWER_MS).unref();
      process.send?.({ type: 'mneme: metrics of the group wanted', id } satisfies Wanted);
    }).finally(() => this.waiting.delete(id));
    if (text === undefined) throw new Error(error);
    return text;
  }
}

/** In the first process, which serves nothing itself: has each of the others get the metrics of all. */
export function collectForGroup(): void {
  const all = new AggregatorRegistry();
  cluster.on('message', (worker: Worker, message: Partial<Wanted>) => {
    if (message.type !== 'mneme: metrics of the group wanted') return;
    const { id = 0 } = message;
    const answer = (collected: Pick<Collected, 'text' | 'error'>): void => {
      const reply: Collected = { type: 'mneme: metrics of the group', id, ...collected };
      if (worker.isConnected()) worker.send(reply);
    };
    all.clusterMetrics().then(
      (text) => answer({ text }),
      (error: unknown) => answer({ error: error instanceof Error ? error.message : String(error) }),
    );
  });
}

/** From here on prom-client answers the first process, which it does once any such registry is made. */
function listenAsMember(): AggregatorRegistry<'text/plain; version=0.0.4; charset=utf-8'> {
  return new AggregatorRegistry();
}

function isCollected(message: Partial<Collected>): message is Collected {
  return message.type === 'mneme: metrics of the group';
}
