import type { VNode } from 'preact';
import { hour, weekday } from '../reading.js';

const WIDTH = 480;
const HEIGHT = 96;
const BOTTOM = 18;
const TOP = 14;
const LABELS = 7;
/** Half of a label's width, and more. */
const EDGE = 40;

type Axis = 'days' | 'weekdays' | 'hours';

const NAMES: Readonly<Record<Axis, (at: number) => string>> = {
  days: (at) => `${at} d`,
  weekdays: (at) => weekday(at, 'short'),
  hours: hour,
};

interface BarChartProps {
  readonly data: readonly number[];
  readonly label: string;
  /** What the bars stand for. */
  readonly axis: Axis;
}

/** Bars side by side. The number of the highest stands over it. */
export function BarChart({ data, label, axis }: BarChartProps): VNode {
  const most = Math.max(...data);
  const step = WIDTH / data.length;
  const every = Math.ceil(data.length / LABELS);
  const highest = data.indexOf(most);
  const room = HEIGHT - BOTTOM - TOP;
  const shown = axis === 'days' ? String(most) : `${Math.round(most * 100)}%`;
  // A narrow bar at the edge has no room to either side of its middle.
  const isWide = step > EDGE;
  return (
    <svg class="viz" viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label={label}>
      <line x1={0} x2={WIDTH} y1={HEIGHT - BOTTOM} y2={HEIGHT - BOTTOM} class="viz-axis" />
      {data.map((value, at) => {
        const height = most === 0 ? 0 : (value / most) * room;
        return (
          <rect
            x={at * step + step * 0.12}
            y={HEIGHT - BOTTOM - height}
            width={step * 0.76}
            height={height}
            rx={Math.min(3, step / 4)}
            class={at === highest ? 'viz-bar is-highest' : 'viz-bar'}
          />
        );
      })}
      <text x={(highest + 0.5) * step} y={TOP - 3} class="viz-label viz-middle">
        {shown}
      </text>
      {data.map((_, at) =>
        at % every === 0 ? (
          <text
            x={isWide || at > 0 ? (at + 0.5) * step : 0}
            y={HEIGHT - 4}
            class={isWide || at > 0 ? 'viz-label viz-middle' : 'viz-label'}
          >
            {NAMES[axis](at)}
          </text>
        ) : null,
      )}
    </svg>
  );
}
