import { API_PATH } from '@mneme/platform/auth';
import { Clock } from '@mneme/platform/clock';
import { PeriodicJob } from '@mneme/platform/concurrency';
import { failureText } from '@mneme/platform/observability';
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

const SETTLE_MS = 1_000;
/** Answers that cost the tenant nothing, beside those of 500 and more. */
const NOT_CHARGED = new Set([401, 402, 403, 429]);

/** Counts every authenticated call under /api/v1 once it is over, and gives back each second what is not needed of quotas. */
@Injectable()
export class CallRecorder implements OnModuleInit, OnApplicationBootstrap, OnApplicationShutdown {
  private readonly logger = new Logger(CallRecorder.name);
  private readonly answered = new WeakSet<FastifyRequest>();
  private readonly job = new PeriodicJob(
    async () => {
      await this.quotas.settle();
      return false;
    },
    SETTLE_MS,
    (error) => {
      this.logger.warn(`calls that are not needed could not be given back, it is tried again: ${failureText(error)}`);
    },
  );

  constructor(
    private readonly host: HttpAdapterHost,
    private readonly counter: CallCounter,
    private readonly quotas: CallQuotas,
    private readonly clock: Clock,
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
    await this.quotas.release().catch((error: unknown) => {
      this.logger.error(`calls that were held are lost to this month's quota: ${failureText(error)}`);
    });
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
