/** Threads that hold the folds and fit models: as many as there are cores. */
import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';

const script = new URL('fold-worker.mjs', import.meta.url);
/** Of the JavaScript heap of a thread, which keeps what thousands of questions look at; vectors and the model come on top. */
const mostMegabytes = 9_000;

export class Workers {
  #threads;
  #lefts;

  /** @param lefts names of the folds, each of which one thread holds */
  constructor(lefts) {
    const count = Math.min(availableParallelism(), lefts.length);
    const resourceLimits = { maxOldGenerationSizeMb: mostMegabytes };
    this.#threads = Array.from({ length: count }, () => new Thread(new Worker(script, { resourceLimits })));
    this.#lefts = lefts;
  }

  /** Calls a method of each fold. @param argumentsOf by its name @returns the answers in the order of the folds */
  async each(method, argumentsOf = () => []) {
    const calls = this.#lefts.map((left, i) =>
      this.#threads[i % this.#threads.length].call('ask', left, method, ...argumentsOf(left)),
    );
    return Promise.all(calls);
  }

  /** As `each`: all rows of all folds. */
  async rows(method, argumentsOf) {
    return (await this.each(method, argumentsOf)).flat();
  }

  /**
   * Fits a model as often as wanted, side by side.
   *
   * @param rows [{ left, x, y, ... }]
   * @param withouts of each model whose rows it is not to read
   */
  async fit(name, rows, withouts) {
    await Promise.all(this.#threads.map((thread) => thread.call('keep', name, rows)));
    const fitted = [];
    const wanted = [...withouts.entries()];
    const next = async (thread) => {
      for (let one = wanted.shift(); one !== undefined; one = wanted.shift()) {
        fitted[one[0]] = await thread.call('fit', name, one[1]);
      }
    };
    await Promise.all(this.#threads.map(next));
    await Promise.all(this.#threads.map((thread) => thread.call('keep', name, undefined)));
    return fitted;
  }
}

class Thread {
  #worker;
  #waiting = new Map();
  #calls = 0;
  #failed;

  constructor(worker) {
    this.#worker = worker;
    worker.on('message', ({ id, answer, error }) => {
      const { resolve, reject } = this.#waiting.get(id);
      this.#waiting.delete(id);
      if (error) reject(error);
      else resolve(answer);
    });
    worker.on('error', (error) => {
      this.#failed = error;
      for (const { reject } of this.#waiting.values()) reject(error);
    });
  }

  call(method, ...given) {
    const id = ++this.#calls;
    return new Promise((resolve, reject) => {
      if (this.#failed) reject(this.#failed);
      this.#waiting.set(id, { resolve, reject });
      this.#worker.postMessage({ id, method, given });
    });
  }
}
