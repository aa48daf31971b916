import type { PatternViz } from '@mneme/client';
import type { VNode } from 'preact';
import { BarChart } from './pictures/bar-chart.js';
import { LineChart } from './pictures/line-chart.js';
import { PairBar } from './pictures/pair-bar.js';
import { WeekHours } from './pictures/week-hours.js';
import { readingOf } from './reading.js';

const DAYS_A_WEEK = 7;

/** The picture of a pattern, with the same in words and in numbers. */
export function Picture({ viz }: { readonly viz: PatternViz }): VNode {
  const { label, head, rows } = readingOf(viz);
  return (
    <div class="pattern-picture">
      <Drawing viz={viz} label={label} />
      <details class="pattern-numbers">
        <summary>Numbers of the picture</summary>
        <div class="pattern-table" tabIndex={0} role="region" aria-label="Numbers of the picture">
          <table>
            <thead>
              <tr>
                <th scope="col">{head[0]}</th>
                <th scope="col">{head[1]}</th>
              </tr>
            </thead>
            <tbody>
              {rows.map(([name, value]) => (
                <tr key={name}>
                  <th scope="row">{name}</th>
                  <td>{value}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      </details>
    </div>
  );
}

function Drawing({ viz: { kind, data }, label }: { readonly viz: PatternViz; readonly label: string }): VNode {
  switch (kind) {
    case 'weekHour':
      return <WeekHours data={data} label={label} />;
    case 'hist':
      return <BarChart data={data} label={label} axis="days" />;
    case 'bars':
      return <BarChart data={data} label={label} axis={data.length === DAYS_A_WEEK ? 'weekdays' : 'hours'} />;
    case 'spark':
      return <LineChart data={data} label={label} top={Math.max(1, ...data)} />;
    case 'line':
      return <LineChart data={data} label={label} top={1} />;
    case 'pair':
      return <PairBar data={data} label={label} />;
  }
}
