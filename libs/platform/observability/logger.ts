import type { LoggerService } from '@nestjs/common';
import { pino, type Logger } from 'pino';
import pretty from 'pino-pretty';
import type { AppConfig } from '../config/app-config.js';
import { originLabels } from '../context/request-context.js';
import { traceIds } from './tracing/span.js';
import { loggedError } from './logged-error.js';

/** The process's log, on standard error so that standard output stays free for results. */
export function createLogger(config: Pick<AppConfig, 'logLevel' | 'logFormat' | 'tracing'>): Logger {
  // A line of a request says so itself: it is also written where nothing is under way any more.
  const traced =
    config.tracing === undefined ? {} : { mixin: (line: object) => ('trace_id' in line ? {} : traceIds()) };
  const options = { level: config.logLevel, base: null, serializers: { err: loggedError }, ...traced };
  return config.logFormat === 'pretty'
    ? pino(options, pretty({ destination: 2, translateTime: 'HH:MM:ss.l', sync: true }))
    : pino(options, pino.destination(2));
}

/** Who tells in Nest, at every start, which modules and routes there are. */
const CHATTER = new Set(['NestFactory', 'InstanceLoader', 'RoutesResolver', 'RouterExplorer', 'NestApplication']);

/**
 * What is logged through Nest goes to the same log, with request and tenant where there are any; its own start-up
 * chatter only at level debug.
 */
export class NestLogger implements LoggerService {
  constructor(private readonly logger: Logger) {}

  log(message: unknown, context?: string): void {
    if (context === undefined || CHATTER.has(context)) this.debug(message, context);
    else this.logger.info({ context, ...originLabels() }, String(message));
  }
  debug(message: unknown, context?: string): void {
    this.logger.debug({ context, ...originLabels() }, String(message));
  }
  /** Nest gives a context, or a stack and a context. */
  error(message: unknown, ...[first, second]: readonly unknown[]): void {
    const context = second ?? first;
    const stack = second === undefined ? {} : { stack: first };
    this.logger.error({ context, ...stack, ...originLabels() }, String(message));
  }
  fatal(message: unknown, context?: string): void {
    this.logger.fatal({ context, ...originLabels() }, String(message));
  }
  warn(message: unknown, context?: string): void {
    this.logger.warn({ context, ...originLabels() }, String(message));
  }
}
