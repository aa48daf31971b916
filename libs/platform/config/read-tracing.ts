import type { TracingConfig } from './app-config.js';
import type { EnvReader } from './env-reader.js';

const SAMPLERS = [
  'parentbased_always_on',
  'parentbased_always_off',
  'parentbased_traceidratio',
  'always_on',
  'always_off',
  'traceidratio',
] as const;

/** The standard variables of OpenTelemetry, as far as they have a meaning here; undefined where no collector is named. */
export function readTracing(reader: EnvReader): TracingConfig | undefined {
  const base = reader.url('OTEL_EXPORTER_OTLP_ENDPOINT', ['http:', 'https:']);
  const traces = reader.url('OTEL_EXPORTER_OTLP_TRACES_ENDPOINT', ['http:', 'https:']);
  const headers = pairs(reader, 'OTEL_EXPORTER_OTLP_HEADERS');
  const attributes = pairs(reader, 'OTEL_RESOURCE_ATTRIBUTES');
  const sampling = readSampling(reader);
  const serviceName = reader.text('OTEL_SERVICE_NAME') ?? attributes['service.name'] ?? 'mneme';
  const url = traces ?? (base === undefined ? undefined : `${base.replace(/\/+$/, '')}/v1/traces`);
  return url === undefined ? undefined : { url, headers, attributes, serviceName, ...sampling };
}

function readSampling(reader: EnvReader): Pick<TracingConfig, 'sampled' | 'followsParent'> {
  const sampler = reader.oneOf('OTEL_TRACES_SAMPLER', SAMPLERS, 'parentbased_always_on');
  const share = Number(reader.text('OTEL_TRACES_SAMPLER_ARG', '1'));
  if (!(share >= 0 && share <= 1)) reader.refuse('OTEL_TRACES_SAMPLER_ARG', 'must be a number from 0 to 1', 1);
  const sampled = sampler.endsWith('always_off') ? 0 : sampler.endsWith('traceidratio') ? share : 1;
  return { sampled, followsParent: sampler.startsWith('parentbased_') };
}

/** `key=value,key=value`, values as in a URL. */
function pairs(reader: EnvReader, name: string): Record<string, string> {
  const entries = reader.list(name).map((entry): [string, string] => {
    const at = entry.indexOf('=');
    return [entry.slice(0, Math.max(0, at)).trim(), decoded(entry.slice(at + 1).trim())];
  });
  if (entries.some(([key]) => key === '')) reader.refuse(name, 'must be pairs such as key=value,key=value', undefined);
  return Object.fromEntries(entries);
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
