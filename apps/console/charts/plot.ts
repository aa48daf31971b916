import uPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';

const HEIGHT_PX = 200;
const DAY_LABEL = new Intl.DateTimeFormat(undefined, { month: 'short', day: 'numeric', timeZone: 'UTC' });
const COUNT_LABEL = new Intl.NumberFormat(undefined, { notation: 'compact' });
/** Of the line of labels below the bars. */
const DAYS_HEIGHT_PX = 28;
/** Between two labels of the days. */
const LABEL_SPACE_PX = 64;

/** Numbers of one UTC day. */
export interface PlotDay {
  readonly date: string;
  readonly requests: number;
  readonly errors: number;
}

/** Which colours a plot is drawn in; they are asked for at each drawing, because light and dark change them. */
export interface PlotColours {
  readonly requests: () => string;
  readonly errors: () => string;
  readonly labels: () => string;
  readonly lines: () => string;
}

/**
 * Draws requests by day as bars, with those that failed in front. It draws again when the place, or light and dark, change.
 * @param place an empty element
 * @param onPoint which day the pointer is at; undefined: at none
 * @returns what removes it
 */
export function drawCalls(
  place: HTMLElement,
  days: readonly PlotDay[],
  colours: PlotColours,
  onPoint: (index: number | undefined) => void,
): () => void {
  const plot = new uPlot(optionsFor(place, colours, onPoint), dataOf(days), place);
  const resized = new ResizeObserver(() => plot.setSize({ width: place.clientWidth, height: HEIGHT_PX }));
  resized.observe(place);
  const redraw = (): void => plot.redraw(false);
  const scheme = matchMedia('(prefers-color-scheme: dark)');
  scheme.addEventListener('change', redraw);
  const themed = new MutationObserver(redraw);
  themed.observe(document.documentElement, { attributeFilter: ['data-theme'] });
  return () => {
    scheme.removeEventListener('change', redraw);
    themed.disconnect();
    resized.disconnect();
    plot.destroy();
  };
}

function dataOf(days: readonly PlotDay[]): uPlot.AlignedData {
  return [
    days.map(({ date }) => Date.parse(date) / 1_000),
    days.map(({ requests }) => requests),
    days.map(({ errors }) => errors),
  ];
}

function optionsFor(
  place: HTMLElement,
  colours: PlotColours,
  onPoint: (index: number | undefined) => void,
): uPlot.Options {
  const bars = uPlot.paths.bars?.({ size: [0.7, 40] });
  const axis = { stroke: colours.labels, grid: { stroke: colours.lines, width: 1 }, ticks: { show: false } };
  const series = { ...(bars !== undefined && { paths: bars }), points: { show: false } };
  return {
    width: place.clientWidth,
    height: HEIGHT_PX,
    tzDate: (seconds) => uPlot.tzDate(new Date(seconds * 1_000), 'UTC'),
    legend: { show: false },
    cursor: { y: false, points: { show: false }, drag: { x: false, y: false } },
    scales: { y: { range: (_plot, _least, most) => [0, Math.max(4, most * 1.05)] } },
    axes: [
      {
        ...axis,
        grid: { show: false },
        size: DAYS_HEIGHT_PX,
        space: LABEL_SPACE_PX,
        values: (_plot, times) => times.map((seconds) => DAY_LABEL.format(seconds * 1_000)),
      },
      {
        ...axis,
        size: 48,
        incrs: wholeSteps(),
        values: (_plot, counts) => counts.map((value) => COUNT_LABEL.format(value)),
      },
    ],
    series: [
      {},
      { ...series, label: 'Requests', fill: colours.requests },
      { ...series, label: 'Errors', fill: colours.errors },
    ],
    hooks: { setCursor: [({ cursor: { idx } }) => onPoint(idx ?? undefined)] },
  };
}

/** There is no half request: 1, 2, 5, 10, 20, 50, … */
function wholeSteps(): number[] {
  return Array.from({ length: 10 }, (_, power) => [1, 2, 5].map((step) => step * 10 ** power)).flat();
}
