import {
  context,
  propagation,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  trace,
  type Attributes,
  type Context,
  type Span,
  type Tracer,
} from '@opentelemetry/api';
import { ERROR_RESPONSES } from '../../errors/error-responses.js';
import { DomainError } from '../../errors/domain-error.js';

/** Undefined while tracing is off: everything here then does nothing and makes nothing. */
let tracer: Tracer | undefined;

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
 * Background work: a trace of its own, or the next part of the trace that caused it.
 * @param work is given its span, undefined while tracing is off
 */
export function inSpan<T>(name: string, form: SpanForm, work: (span: Span | undefined) => Promise<T>): Promise<T> {
  if (tracer === undefined) return work(undefined);
  const { parent, kind = SpanKind.INTERNAL, attributes = {} } = form;
  const from = contextOf(parent);
  const span = tracer.startSpan(name, { kind, attributes }, from);
  return within(span, from, () => work(span));
}

/** A span that its caller ends; undefined while tracing is off. */
export function startSpan(
  name: string,
  { kind = SpanKind.INTERNAL, attributes = {}, parent }: SpanForm,
): Span | undefined {
  return tracer?.startSpan(name, { kind, attributes }, contextOf(parent));
}

/** Records a span from then until now. @param startedAt Unix milliseconds */
export function noteSpan(name: string, startedAt: number, form: SpanForm): void {
  if (tracer === undefined) return;
  const { parent, kind = SpanKind.INTERNAL, attributes = {} } = form;
  tracer.startSpan(name, { kind, attributes, startTime: startedAt }, contextOf(parent)).end();
}

/** Makes everything that the work starts part of this span. */
export function activate<T>(span: Span | undefined, work: () => T): T {
  return span === undefined ? work() : context.with(trace.setSpan(context.active(), span), work);
}

/** The W3C header of the active span, to continue its trace elsewhere; null if there is none. */
export function currentTraceparent(): string | null {
  if (tracer === undefined) return null;
  const carrier: { traceparent?: string } = {};
  propagation.inject(context.active(), carrier);
  return carrier.traceparent ?? null;
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

/** @param traceparent of another service, which may send anything */
function contextOf(traceparent: string | null | undefined): Context {
  return propagation.extract(ROOT_CONTEXT, { traceparent });
}
