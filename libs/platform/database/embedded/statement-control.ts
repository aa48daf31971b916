import { HELD, IDLE, NUMBER, RUNNING, STATE, type CancelFlags } from './engine-statement.js';

/** The other side: which statement is running, and a way to cancel that one and no other. */
export class StatementControl {
  private readonly words: Int32Array;
  private readonly flags: Int32Array;

  constructor(
    block: SharedArrayBuffer,
    private readonly places: CancelFlags,
  ) {
    this.words = new Int32Array(block);
    this.flags = new Int32Array(places.memory);
  }

  /** Of the statement that is running; undefined where none is. */
  get running(): number | undefined {
    return Atomics.load(this.words, STATE) === IDLE ? undefined : Atomics.load(this.words, NUMBER);
  }

  /** @returns false where the statement is not running any more */
  cancel(number: number): boolean {
    if (Atomics.compareExchange(this.words, STATE, RUNNING, HELD) !== RUNNING) return false;
    const isRunning = Atomics.load(this.words, NUMBER) === number;
    if (isRunning) {
      Atomics.store(this.flags, this.places.cancel >> 2, 1);
      Atomics.store(this.flags, this.places.interrupt >> 2, 1);
    }
    Atomics.store(this.words, STATE, RUNNING);
    Atomics.notify(this.words, STATE);
    return isRunning;
  }
}
