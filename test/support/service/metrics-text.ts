/** One sample of a metric. */
export interface Sample {
  /** With the suffix of a histogram: `_bucket`, `_sum`, `_count`. */
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}

export interface MetricsText {
  /** Of all metrics, without the suffixes of histograms. */
  readonly names: ReadonlySet<string>;
  readonly samples: readonly Sample[];
}

const SAMPLE = /^([a-zA-Z_:][\w:]*)(?:\{(.*)\})? (\S+)$/;
const LABEL = /(\w+)="((?:[^"\\]|\\.)*)"/g;

/** What GET /metrics says. */
export async function readMetrics(url: string): Promise<MetricsText> {
  const lines = (await (await fetch(`${url}/metrics`)).text()).split('\n').filter((line) => line !== '');
  const types = lines.filter((line) => line.startsWith('# TYPE ')).map((line) => line.split(' ')[2] ?? '');
  const samples = lines.filter((line) => !line.startsWith('#')).map(sampleOf);
  return { names: new Set(types), samples };
}

/** The sum of a metric's samples with these labels; undefined where there is none. */
export function valueOf(
  { samples }: MetricsText,
  name: string,
  labels: Record<string, string> = {},
): number | undefined {
  const wanted = Object.entries(labels);
  const found = samples.filter(
    (sample) => sample.name === name && wanted.every(([key, value]) => sample.labels[key] === value),
  );
  return found.length === 0 ? undefined : found.reduce((sum, { value }) => sum + value, 0);
}

function sampleOf(line: string): Sample {
  const [, name, labels = '', value] = SAMPLE.exec(line) ?? [];
  if (name === undefined) throw new Error(`this is no sample: ${line}`);
  const pairs = [...labels.matchAll(LABEL)].map(([, key = '', text = '']) => [key, text]);
  return { name, labels: Object.fromEntries(pairs) as Record<string, string>, value: Number(value) };
}
