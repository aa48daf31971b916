/** Words of the block that both threads see. */
export const STATE = 0;
export const NUMBER = 1;
const WORDS = 2;

/** What the engine is doing. While it is held it cannot end its statement. */
export const IDLE = 0;
export const RUNNING = 1;
export const HELD = 2;

/** Where the engine looks, at every turn of a loop, whether its statement is cancelled. */
export interface CancelFlags {
  readonly memory: SharedArrayBuffer;
  /** Addresses of `InterruptPending` and `QueryCancelPending` in it. */
  readonly interrupt: number;
  readonly cancel: number;
}

export function newStatementBlock(): SharedArrayBuffer {
  return new SharedArrayBuffer(WORDS * Int32Array.BYTES_PER_ELEMENT);
}
