import type { StoredMemory } from './point-chunk.js';

/** The memories with the highest numbers, ties by id: a heap whose root is the one to go next. */
export class BestMemories {
  private readonly heap: { readonly score: number; readonly memory: StoredMemory }[] = [];

  constructor(private readonly most: number) {}

  get memories(): StoredMemory[] {
    return this.heap.map(({ memory }) => memory);
  }

  /** What must be reached to be among them. */
  get fewest(): number {
    return this.heap.length < this.most ? -Infinity : (this.heap[0]?.score ?? -Infinity);
  }

  offer(score: number, memory: StoredMemory): void {
    if (this.heap.length < this.most) {
      this.heap.push({ score, memory });
      this.rise(this.heap.length - 1);
      return;
    }
    const worst = this.heap[0];
    if (worst === undefined || score < worst.score || !isWorse(worst, { score, memory })) return;
    this.heap[0] = { score, memory };
    this.sink(0);
  }

  private rise(from: number): void {
    for (let at = from; at > 0;) {
      const parent = (at - 1) >> 1;
      if (!this.swapIfWorse(at, parent)) return;
      at = parent;
    }
  }

  private sink(from: number): void {
    for (let at = from; ;) {
      const left = 2 * at + 1;
      const [one, two] = [this.heap[left], this.heap[left + 1]];
      if (one === undefined) return;
      const child = two !== undefined && isWorse(two, one) ? left + 1 : left;
      if (!this.swapIfWorse(child, at)) return;
      at = child;
    }
  }

  private swapIfWorse(child: number, parent: number): boolean {
    const [below, above] = [this.heap[child], this.heap[parent]];
    if (below === undefined || above === undefined || !isWorse(below, above)) return false;
    this.heap[child] = above;
    this.heap[parent] = below;
    return true;
  }
}

function isWorse(a: { score: number; memory: StoredMemory }, b: { score: number; memory: StoredMemory }): boolean {
  return a.score < b.score || (a.score === b.score && a.memory.id > b.memory.id);
}
