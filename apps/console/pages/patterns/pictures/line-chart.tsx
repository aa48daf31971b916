import type { VNode } from 'preact';

const WIDTH = 480;
const HEIGHT = 84;
const MARGIN = 6;
const BOTTOM = 18;

interface LineChartProps {
  readonly data: readonly number[];
  readonly label: string;
  /** The value at the upper edge. */
  readonly top: number;
}

/** How something went over time. */
export function LineChart({ data, label, top }: LineChartProps): VNode {
  const step = (WIDTH - 2 * MARGIN) / Math.max(1, data.length - 1);
  const floor = HEIGHT - BOTTOM;
  const points = data.map((value, i) => {
    const y = floor - (value / top) * (floor - MARGIN);
    return `${(MARGIN + i * step).toFixed(1)},${y.toFixed(1)}`;
  });
  const end = (MARGIN + (data.length - 1) * step).toFixed(1);
  return (
    <svg class="viz" viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label={label}>
      <polygon points={`${MARGIN},${floor} ${points.join(' ')} ${end},${floor}`} class="viz-area" />
      <polyline points={points.join(' ')} class="viz-line" />
      <line x1={0} x2={WIDTH} y1={floor} y2={floor} class="viz-axis" />
      <text x={MARGIN} y={HEIGHT - 4} class="viz-label">
        earlier
      </text>
      <text x={WIDTH - MARGIN} y={HEIGHT - 4} class="viz-label viz-end">
        later
      </text>
    </svg>
  );
}
