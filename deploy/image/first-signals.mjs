// Loaded before anything else in the image, where node is process 1: the kernel keeps from process 1 every signal that
// it does not handle. Until the program listens itself, a signal ends it at once (nothing has been promised yet).
import { constants } from 'node:os';
import { isMainThread } from 'node:worker_threads';

if (isMainThread) {
  for (const signal of ['SIGTERM', 'SIGINT']) {
    const end = () => process.exit(128 + constants.signals[signal]);
    process.on(signal, end);
    const hand = (name) => {
      if (name !== signal) return;
      process.off('newListener', hand);
      // Once the program's own is there: Node.js stops listening to a signal that no one listens to.
      queueMicrotask(() => process.off(signal, end));
    };
    process.on('newListener', hand);
  }
}
