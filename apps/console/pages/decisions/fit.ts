import { useSignal } from '@preact/signals';
import type { RefObject } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import type { ChainLayout, NodeBox } from './layout.js';

/** Of its size: smaller than this, its texts cannot be read. */
const READABLE = 0.75;
/** Between a box and the edge that it is scrolled to. */
const MARGIN = 8;

export interface Fit {
  /** What the picture scrolls in. */
  readonly frame: RefObject<HTMLDivElement | null>;
  readonly isFit: boolean;
  /** Whether it is wider than its place. */
  readonly isWide: boolean;
  readonly toggle: () => void;
}

/** Fits a picture to its place, where it can still be read; otherwise it scrolls, and begins at the decision. */
export function useFit(layout: ChainLayout, decision: string): Fit {
  const frame = useRef<HTMLDivElement>(null);
  const room = useSignal(layout.width);
  const chosen = useSignal<boolean | undefined>(undefined);
  const isFit = chosen.value ?? room.value >= layout.width * READABLE;
  useLayoutEffect(() => {
    if (frame.current === null) return undefined;
    const observer = new ResizeObserver(([entry]) => (room.value = entry?.contentRect.width ?? room.value));
    observer.observe(frame.current);
    return () => observer.disconnect();
  }, []);
  useLayoutEffect(() => {
    if (!isFit && frame.current !== null) frame.current.scrollLeft = startOf(layout, decision, room.value);
  }, [layout, isFit]);
  return { frame, isFit, isWide: layout.width > room.value, toggle: () => (chosen.value = !isFit) };
}

/** From where the decision is seen with as much of the main path as there is room for, and else with as many others. */
function startOf({ nodes }: ChainLayout, decision: string, room: number): number {
  const box = nodes.find(({ node }) => node.memoryId === decision);
  if (box === undefined) return 0;
  const seenFrom = (start: number): NodeBox[] =>
    nodes.filter(({ x, width }) => x >= start && x + width <= start + room);
  const centred = box.x + (box.width - room) / 2;
  const worth = (start: number): number => {
    const seen = seenFrom(start);
    const path = seen.filter(({ node }) => node.onTrunk).length;
    return path * nodes.length + seen.length - Math.abs(start - centred) / (box.width + room);
  };
  return nodes
    .flatMap(({ x, width }) => [x - MARGIN, x + width + MARGIN - room])
    .filter((start) => seenFrom(start).includes(box))
    .reduce((best, start) => (worth(start) > worth(best) ? start : best), centred);
}
