import type { LoggerService } from '@nestjs/common';
import { pino, type Logger } from 'pino';
import pretty from 'pino-pretty';
import type { AppConfig } from '../config/app-config.js';
import { loggedError } from './logged-error.js';

/** The process's log, on standard error so that standard output stays free for results. */
export function createLogger(config: Pick<AppConfig, 'logLevel' | 'logFormat'>): Logger {
  const options = { level: config.logLevel, base: null, serializers: { err: loggedError } };
  return config.logFormat === 'pretty'
    ? pino(options, pretty({ destination: 2, translateTime: 'HH:MM:ss.l', sync: true }))
    : pino(options, pino.destination(2));
}

/** What Nest itself has to say goes to the same log; its start-up chatter only at level debug. */
export class NestLogger implements LoggerService {
  constructor(private readonly logger: Logger) {}

  log(message: unknown, context?: string): void {
    this.logger.debug({ context }, String(message));
  }
  error(message: unknown, stack?: string): void {
    this.logger.error({ stack }, String(message));
  }
  warn(message: unknown, context?: string): void {
    this.logger.warn({ context }, String(message));
  }
}
