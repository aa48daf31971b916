import {
  context,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  trace,
  TraceFlags,
  type Attributes,
  type Context,
  type Span,
  type Tracer,
} from '@opentelemetry/api';
import { ERROR_RESPONSES } from '../../errors/error-responses.js';
import { DomainError } from '../../errors/domain-error.js';

/** Undefined while tracing is off: everything here then does nothing and makes nothing. */
let tracer: Tracer | undefined;

const TRACEPARENT = /^00-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})$/;

/** For `startTracing` alone. */
export function useTracer(used: Tracer | undefined): void {
  tracer = used;
}

/** How a span is to be made beside its name, which is one of few, known beforehand. */
export interface SpanForm {
  readonly kind?: SpanKind;
  /** Identifiers, counts and names of ours: never content, keys, secrets or parameters of statements. */
  readonly attributes?: Attributes;
  /** The `traceparent` to go on from. What has none begins a trace of its own. */
  readonly parent?: string | null;
}

/** A step of a trace that is under way. Outside of one, and while tracing is off, only the work is done. */
export function inStep<T>(name: string, attributes: Attributes, work: () => Promise<T>): Promise<T> {
  if (tracer === undefined || trace.getActiveSpan() === undefined) return work();
  const span = tracer.startSpan(name, { attributes });
  return within(span, context.active(), work);
}

/**
 * Work that nobody waits for: a trace of its own, or the next part of the trace that asked for it.
 * @param work is given its span, undefined while tracing is off
 */
export function inSpan<T>(name: string, form: SpanForm, work: (span: Span | undefined) => Promise<T>): Promise<T> {
  if (tracer === undefined) return work(undefined);
  const { parent, kind = SpanKind.INTERNAL, attributes = {} } = form;
  const from = contextOf(parent);
  const span = tracer.startSpan(name, { kind, attributes }, from);
  return within(span, from, () => work(span));
}

/** A span that is ended by whoever started it; undefined while tracing is off. */
export function startSpan(
  name: string,
  { kind = SpanKind.INTERNAL, attributes = {}, parent }: SpanForm,
): Span | undefined {
  return tracer?.startSpan(name, { kind, attributes }, contextOf(parent));
}

/** What was done from then until now, told afterwards. @param startedAt Unix milliseconds */
export function noteSpan(name: string, startedAt: number, form: SpanForm): void {
  if (tracer === undefined) return;
  const { parent, kind = SpanKind.INTERNAL, attributes = {} } = form;
  tracer.startSpan(name, { kind, attributes, startTime: startedAt }, contextOf(parent)).end();
}

/** Has whatever the work begins be part of this span. */
export function activate<T>(span: Span | undefined, work: () => T): T {
  return span === undefined ? work() : context.with(trace.setSpan(context.active(), span), work);
}

/** The W3C header of the span under way, for whatever goes on with its trace; null where there is none. */
export function currentTraceparent(): string | null {
  return traceparentOf(tracer === undefined ? undefined : trace.getActiveSpan());
}

/** The W3C header of a span. */
function traceparentOf(span: Span | undefined): string | null {
  if (span === undefined) return null;
  const { traceId, spanId, traceFlags } = span.spanContext();
  return `00-${traceId}-${spanId}-${(traceFlags & TraceFlags.SAMPLED) === 0 ? '00' : '01'}`;
}

/** What a line of the log says of the trace that it belongs to. */
export function traceIds(span = trace.getActiveSpan()): { trace_id?: string; span_id?: string } {
  if (tracer === undefined || span === undefined) return {};
  const { traceId, spanId } = span.spanContext();
  return { trace_id: traceId, span_id: spanId };
}

async function within<T>(span: Span, from: Context, work: () => Promise<T>): Promise<T> {
  try {
    return await context.with(trace.setSpan(from, span), work);
  } catch (error) {
    // Messages may repeat what a client sent; the kind of failure does not.
    span.setStatus({ code: SpanStatusCode.ERROR });
    span.setAttribute('error.type', kindOf(error));
    throw error;
  } finally {
    span.end();
  }
}

function kindOf(error: unknown): string {
  if (error instanceof DomainError) return ERROR_RESPONSES[error.kind].code;
  return error instanceof Error ? error.name : typeof error;
}

/** @param parent of another service, which may send anything */
function contextOf(parent: string | null | undefined): Context {
  const [, traceId, spanId, flags] = TRACEPARENT.exec(parent ?? '') ?? [];
  if (traceId === undefined || spanId === undefined || flags === undefined) return ROOT_CONTEXT;
  const spanContext = { traceId, spanId, traceFlags: parseInt(flags, 16) & TraceFlags.SAMPLED, isRemote: true };
  return trace.setSpanContext(ROOT_CONTEXT, spanContext);
}
