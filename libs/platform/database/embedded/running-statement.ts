import { HELD, IDLE, NUMBER, RUNNING, STATE } from './engine-statement.js';

/** The engine's side: it numbers its statements, and leaves no cancellation behind for the next one. */
export class RunningStatement {
  private readonly words: Int32Array;

  /** @param clear takes back a cancellation that came too late for the statement */
  constructor(
    block: SharedArrayBuffer,
    private readonly clear: () => void,
  ) {
    this.words = new Int32Array(block);
  }

  run<T>(work: () => T): T {
    Atomics.add(this.words, NUMBER, 1);
    Atomics.store(this.words, STATE, RUNNING);
    try {
      return work();
    } finally {
      while (Atomics.compareExchange(this.words, STATE, RUNNING, IDLE) === HELD) Atomics.wait(this.words, STATE, HELD);
      this.clear();
    }
  }
}
