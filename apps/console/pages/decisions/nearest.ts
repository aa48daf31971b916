import type { NodeBox } from './layout.js';

const ARROWS: Readonly<Record<string, readonly [right: number, down: number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/**
 * The box that a key leads to: an arrow along the row, or to the nearest box of the next row; Home and End to the first and the
 * last in time. @param boxes in the order of time. @returns undefined where there is none
 */
export function boxAt(boxes: readonly NodeBox[], from: string, key: string): NodeBox | undefined {
  if (key === 'Home') return boxes[0];
  if (key === 'End') return boxes.at(-1);
  const start = boxes.find(({ node }) => node.memoryId === from);
  const arrow = ARROWS[key];
  if (start === undefined || arrow === undefined) return undefined;
  const [right, down] = arrow;
  const distances = boxes.map((box) => {
    const [dx, dy] = [Math.round(box.x - start.x), Math.round(box.y - start.y)];
    return { box, ahead: right * dx + down * dy, aside: Math.abs(right === 0 ? dx : dy) };
  });
  const [best] = distances
    .filter(({ ahead, aside }) => ahead > 0 && (right === 0 || aside === 0))
    .sort((a, b) => a.ahead - b.ahead || a.aside - b.aside);
  return best?.box;
}
