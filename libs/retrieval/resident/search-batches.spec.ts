import { SearchBatches } from './search-batches.js';

describe('batches of searches', () => {
  let asked: string[];
  let end: (how?: Error) => void;
  let batches: SearchBatches<string, string>;
  beforeEach(() => {
    asked = [];
    batches = new SearchBatches((table, queries) => {
      asked.push(`${table}: ${queries.join(' ')}`);
      return new Promise((resolve, reject) => {
        end = (how) => {
          if (how === undefined) resolve(table === 0 ? undefined : queries.map((query) => query.toUpperCase()));
          else reject(how);
        };
      });
    });
  });
  /** Lets go on what waits for answers. */
  const turn = () => new Promise(setImmediate);

  it('ask at once where nothing is under way, and together what came meanwhile', async () => {
    const first = batches.ask(1, 'a');
    const others = Promise.all(['b', 'c'].map((query) => batches.ask(1, query)));
    expect(asked).toEqual(['1: a']);
    end();
    expect(await first).toBe('A');
    await turn();
    expect(asked).toEqual(['1: a', '1: b c']);
    end();
    expect(await others).toEqual(['B', 'C']);
    void batches.ask(1, 'd');
    expect(asked.at(-1)).toBe('1: d');
  });

  it('never wait for another table', () => {
    void batches.ask(1, 'a');
    void batches.ask(2, 'b');
    expect(asked).toEqual(['1: a', '2: b']);
  });

  it('tell all of a batch that there is no answer, or that it failed, and then go on', async () => {
    const none = batches.ask(0, 'a');
    end();
    expect(await none).toBeUndefined();
    const failing = batches.ask(0, 'b');
    const next = batches.ask(0, 'c');
    end(new Error('gone'));
    await expect(failing).rejects.toThrow('gone');
    await turn();
    end();
    expect(await next).toBeUndefined();
    expect(asked).toEqual(['0: a', '0: b', '0: c']);
  });
});
