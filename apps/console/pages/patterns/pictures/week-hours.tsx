import type { VNode } from 'preact';
import { hour, weekday } from '../reading.js';

const HOURS = 24;
const CELL = 16;
const GAP = 2;
const LEFT = 36;
const BOTTOM = 18;
const STEPS = 5;
const EVERY = 6;

interface WeekHoursProps {
  /** 168 numbers, Monday 0:00 first. */
  readonly data: readonly number[];
  readonly label: string;
}

/** A week by hours: the darker a cell, the more days. */
export function WeekHours({ data, label }: WeekHoursProps): VNode {
  const most = Math.max(1, ...data);
  const width = LEFT + HOURS * (CELL + GAP);
  const height = 7 * (CELL + GAP) + BOTTOM;
  return (
    <svg class="viz week-hours" viewBox={`0 0 ${width} ${height}`} role="img" aria-label={label}>
      {data.map((days, at) => (
        <rect
          x={LEFT + (at % HOURS) * (CELL + GAP)}
          y={Math.floor(at / HOURS) * (CELL + GAP)}
          width={CELL}
          height={CELL}
          rx={3}
          class={`heat heat-${days === 0 ? 0 : Math.max(1, Math.ceil((days / most) * STEPS))}`}
        >
          <title>{`${weekday(Math.floor(at / HOURS))} ${hour(at % HOURS)}: ${days}`}</title>
        </rect>
      ))}
      {Array.from({ length: 7 }, (_, day) => (
        <text x={LEFT - 6} y={day * (CELL + GAP) + CELL / 2} class="viz-label viz-row">
          {weekday(day, 'short')}
        </text>
      ))}
      {Array.from({ length: HOURS / EVERY }, (_, i) => (
        <text x={LEFT + i * EVERY * (CELL + GAP)} y={height - 4} class="viz-label">
          {hour(i * EVERY)}
        </text>
      ))}
    </svg>
  );
}
