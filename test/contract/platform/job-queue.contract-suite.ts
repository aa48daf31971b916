import type { JobQueue, JobType } from '@mneme/platform/jobs';
import { eventually } from '../../support/eventually.js';

export interface Note {
  readonly text: string;
}

export interface OpenQueue {
  readonly queue: JobQueue;
  close(): Promise<void>;
}

/** The jobs that the suite uses: the queue has to know them. */
export const NOTES: JobType<Note> = { name: 'test.notes', concurrency: 3, idOf: ({ text }) => text };
const OTHERS: JobType<Note> = { name: 'test.others', concurrency: 1, idOf: ({ text }) => text };

const PROBE: JobType<Note> = { name: 'test.probe', concurrency: 1, idOf: ({ text }) => text };
export const JOB_NAMES = [NOTES, OTHERS, PROBE].map((job) => job.name);

/** What every JobQueue does. */
export function jobQueueContract(name: string, open: () => Promise<OpenQueue>): void {
  describe(`JobQueue: ${name}`, () => {
    let opened: OpenQueue;
    let queue: JobQueue;
    let ran: string[];
    const record = ({ text }: Note): Promise<void> => {
      ran.push(text);
      return Promise.resolve();
    };

    beforeEach(async () => {
      opened = await open();
      queue = opened.queue;
      ran = [];
    });
    afterEach(() => opened.close());

    it('hands each job to the handler of its type', async () => {
      const others: string[] = [];
      queue.process(NOTES, record);
      queue.process(OTHERS, ({ text }) => Promise.resolve(void others.push(text)));
      queue.add(NOTES, { text: 'a:1' });
      queue.add(OTHERS, { text: 'b' });
      await eventually(() => Promise.resolve(expect([ran, others]).toEqual([['a:1'], ['b']])));
    });

    it('runs a job once while one with its id waits or runs, and again afterwards', async () => {
      const gate = new Gate();
      queue.process(OTHERS, async (note) => {
        await record(note);
        await gate.opened;
      });
      queue.add(OTHERS, { text: 'first' });
      await eventually(() => Promise.resolve(expect(ran).toEqual(['first'])));
      for (const text of ['first', 'second', 'second', 'first']) queue.add(OTHERS, { text });
      await settled(queue);
      gate.open();
      await eventually(() => Promise.resolve(expect(ran).toEqual(['first', 'second'])));
      await eventually(() => {
        queue.add(OTHERS, { text: 'first' });
        return Promise.resolve(expect(ran).toEqual(['first', 'second', 'first']));
      });
    });

    it('waits before it runs a delayed job', async () => {
      queue.process(NOTES, record);
      queue.add(NOTES, { text: 'later' }, 300);
      queue.add(NOTES, { text: 'now' });
      await eventually(() => Promise.resolve(expect(ran).toEqual(['now'])));
      await eventually(() => Promise.resolve(expect(ran).toEqual(['now', 'later'])));
    });

    it('runs no more at once than the type says', async () => {
      const gate = new Gate();
      queue.process(NOTES, async (note) => {
        await record(note);
        await gate.opened;
      });
      for (const text of ['1', '2', '3', '4', '5']) queue.add(NOTES, { text });
      await eventually(() => Promise.resolve(expect(ran).toHaveLength(3)));
      await settled(queue);
      expect(ran).toHaveLength(3);
      gate.open();
      await eventually(() => Promise.resolve(expect([...ran].sort()).toEqual(['1', '2', '3', '4', '5'])));
    });

    it('goes on after a job that failed, which may be queued again', async () => {
      queue.process(OTHERS, async (note) => {
        await record(note);
        if (ran.length === 1) throw new Error('the first one fails');
      });
      queue.add(OTHERS, { text: 'bad' });
      queue.add(OTHERS, { text: 'good' });
      await eventually(() => Promise.resolve(expect(ran).toEqual(['bad', 'good'])));
      await eventually(() => {
        queue.add(OTHERS, { text: 'bad' });
        return Promise.resolve(expect(ran).toEqual(['bad', 'good', 'bad']));
      });
    });

    it('closes when what runs has ended, and takes nothing after', async () => {
      const gate = new Gate();
      let ended = false;
      queue.process(OTHERS, async (note) => {
        await record(note);
        await gate.opened;
        ended = true;
      });
      queue.add(OTHERS, { text: 'running' });
      await eventually(() => Promise.resolve(expect(ran).toEqual(['running'])));
      queue.add(OTHERS, { text: 'waiting' });
      const closed = queue.close();
      gate.open();
      await closed;
      expect([ended, ran]).toEqual([true, ['running']]);
      expect(() => {
        queue.add(OTHERS, { text: 'late' });
      }).not.toThrow();
    });
  });

  /** Resolves when everything that was added before has reached the queue: a job of another type has come through. */
  async function settled(queue: JobQueue): Promise<void> {
    let seen = 0;
    queue.process(PROBE, () => {
      seen++;
      return Promise.resolve();
    });
    queue.add(PROBE, { text: `probe ${Math.random()}` });
    await eventually(() => Promise.resolve(expect(seen).toBe(1)));
  }
}

class Gate {
  open: () => void = () => undefined;
  readonly opened = new Promise<void>((resolve) => (this.open = resolve));
}
