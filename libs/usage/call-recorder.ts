import { API_PATH, failureText, PeriodicJob } from '@mneme/platform';
import {
  Injectable,
  Logger,
  type OnApplicationBootstrap,
  type OnApplicationShutdown,
  type OnModuleInit,
} from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { CallCounter } from './call-counter.js';
import { CallQuotas } from './call-quotas.js';
import { UsageClock } from './usage-clock.js';

const FLUSH_MS = 1_000;
/** Answers that cost the tenant nothing, beside those of 500 and more. */
const NOT_CHARGED = new Set([401, 402, 403, 429]);

/** Counts every authenticated call under /api/v1 once it is over, and writes the counts each second. */
@Injectable()
export class CallRecorder implements OnModuleInit, OnApplicationBootstrap, OnApplicationShutdown {
  private readonly logger = new Logger(CallRecorder.name);
  private readonly answered = new WeakSet<FastifyRequest>();
  private readonly job = new PeriodicJob(
    async () => {
      await this.counter.flush();
      await this.quotas.settle();
      return false;
    },
    FLUSH_MS,
    (error) => {
      this.logger.warn(`counts of calls could not be written, it is tried again: ${failureText(error)}`);
    },
  );

  constructor(
    private readonly host: HttpAdapterHost,
    private readonly counter: CallCounter,
    private readonly quotas: CallQuotas,
    private readonly clock: UsageClock,
  ) {}

  /** The command line has no HTTP. */
  onModuleInit(): void {
    const adapter = this.host.httpAdapter as HttpAdapterHost['httpAdapter'] | undefined;
    adapter?.getInstance<FastifyInstance>().addHook('onSend', (request, reply, _payload, done) => {
      this.recordAtEnd(request, reply);
      done();
    });
  }

  onApplicationBootstrap(): void {
    this.job.start();
  }

  /** After the last request has been answered. A database that is gone must not keep the process from ending. */
  async onApplicationShutdown(): Promise<void> {
    await this.job.stop();
    const written = [this.counter.flush(), this.quotas.release()];
    for (const result of await Promise.allSettled(written)) {
      if (result.status === 'rejected') this.logger.error(`counts of calls are lost: ${String(result.reason)}`);
    }
  }

  /**
   * Where the client has gone away there is no `onResponse`. The call is over when there is an answer and the connection
   * has done with it, whichever comes last. An answer that could not be made is followed by a second one, the failure.
   */
  private recordAtEnd(request: FastifyRequest, reply: FastifyReply): void {
    if (this.answered.has(request)) return;
    this.answered.add(request);
    if (reply.raw.destroyed) this.record(request, reply);
    else reply.raw.once('close', () => this.record(request, reply));
  }

  private record({ principal, warmUp, callPermit, routeOptions }: FastifyRequest, { statusCode }: FastifyReply): void {
    if (principal === undefined || warmUp !== undefined || routeOptions.url?.startsWith(API_PATH) !== true) return;
    const charged = callPermit !== undefined && statusCode < 500 && !NOT_CHARGED.has(statusCode);
    callPermit?.end(charged);
    const { tenantId, keyId } = principal;
    this.counter.add({ tenantId, keyId, at: callPermit?.at ?? this.clock.now(), failed: statusCode >= 400, charged });
  }
}
