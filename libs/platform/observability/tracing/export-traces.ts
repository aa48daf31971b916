import { setTimeout as pause } from 'node:timers/promises';
import { Logger } from '@nestjs/common';
import { context, propagation } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { setGlobalErrorHandler, W3CTraceContextPropagator } from '@opentelemetry/core';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import {
  AlwaysOffSampler,
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
  type Sampler,
} from '@opentelemetry/sdk-trace';
import type { TracingConfig } from '../../config/app-config.js';
import { useTracer } from './span.js';

/** Spans that wait for the collector: some 5 MB. Further ones are dropped while it is unavailable. */
const MAX_WAITING = 4_096;
const SEND_EVERY_MS = 1_000;
/** For one batch with its tries. */
const SEND_MS = 5_000;
/** An unavailable collector must not keep the process from ending. */
const CLOSE_MS = 3_000;
/** How often its absence is logged. */
const COMPLAIN_MS = 60_000;

/** The traces of this process on their way to a collector. */
export interface Tracing {
  /** Sends what is left, for 3 s at most; never rejects. */
  close(): Promise<void>;
}

/** OTLP over HTTP with JSON. Loaded only where traces are wanted. */
export function exportTraces(config: TracingConfig): Tracing {
  setGlobalErrorHandler(complaints());
  const exporter = new OTLPTraceExporter({ url: config.url, headers: { ...config.headers }, timeoutMillis: SEND_MS });
  const processor = new BatchSpanProcessor({
    exporter,
    maxQueueSize: MAX_WAITING,
    maxExportBatchSize: 512,
    scheduledDelayMillis: SEND_EVERY_MS,
    exportTimeoutMillis: SEND_MS,
  });
  const resource = resourceFromAttributes({ ...config.attributes, 'service.name': config.serviceName });
  const provider = new TracerProvider({ resource, sampler: samplerOf(config), spanProcessors: [processor] });
  const contexts = new AsyncLocalStorageContextManager().enable();
  context.setGlobalContextManager(contexts);
  propagation.setGlobalPropagator(new W3CTraceContextPropagator());
  useTracer(provider.getTracer('mneme'));
  return {
    close: async () => {
      useTracer(undefined);
      await Promise.race([provider.shutdown().catch(() => undefined), pause(CLOSE_MS, undefined, { ref: false })]);
    },
  };
}

function samplerOf({ sampled, followsParent }: TracingConfig): Sampler {
  const root = sampled === 0 ? new AlwaysOffSampler() : new TraceIdRatioBasedSampler(sampled);
  return followsParent ? new ParentBasedSampler({ root }) : root;
}

/** The exporter's messages may name the address with its credentials, so only the fact of a failure is logged. */
function complaints(): () => void {
  const logger = new Logger('Tracing');
  let nextAt = 0;
  return () => {
    if (Date.now() < nextAt) return;
    nextAt = Date.now() + COMPLAIN_MS;
    logger.warn('traces could not be sent to the collector of OTEL_EXPORTER_OTLP_ENDPOINT; some are lost');
  };
}
