import type { NodeBox } from './layout.js';

export type Direction = 'left' | 'right' | 'up' | 'down';

/** What lies aside counts more than what lies ahead, so that a row is followed before it is left. */
const ASIDE = 2;

/** The box that an arrow key leads to. @returns undefined where none lies in that direction */
export function nearest(boxes: readonly NodeBox[], from: string, direction: Direction): NodeBox | undefined {
  const start = boxes.find(({ node }) => node.memoryId === from);
  if (start === undefined) return boxes[0];
  let best: NodeBox | undefined;
  let least = Infinity;
  for (const box of boxes) {
    const [ahead, aside] = distance(start, box, direction);
    const cost = ahead + ASIDE * Math.abs(aside);
    if (ahead < 1 || cost >= least) continue;
    best = box;
    least = cost;
  }
  return best;
}

function distance(from: NodeBox, to: NodeBox, direction: Direction): readonly [ahead: number, aside: number] {
  const [dx, dy] = [to.x - from.x, to.y - from.y];
  if (direction === 'left') return [-dx, dy];
  if (direction === 'right') return [dx, dy];
  return direction === 'up' ? [-dy, dx] : [dy, dx];
}
