import { Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { ModuleRef } from '@nestjs/core';
import { AppConfig } from '../config/app-config.js';
import { JobCatalog } from './job-catalog.js';
import { JobQueue } from './job-queue.js';

/** Runs the jobs of the queue in this process, unless WORKERS=off. */
@Injectable()
export class JobWorkers implements OnApplicationBootstrap, OnApplicationShutdown {
  constructor(
    private readonly config: AppConfig,
    private readonly catalog: JobCatalog,
    private readonly queue: JobQueue,
    private readonly modules: ModuleRef,
  ) {}

  onApplicationBootstrap(): void {
    const handlers = this.catalog.subscriptions.map(({ job, handler }) => {
      return { job, handler: this.modules.get(handler, { strict: false }) };
    });
    if (!this.config.workers) return;
    for (const { job, handler } of handlers) this.queue.process(job, (payload) => handler.run(payload));
  }

  async onApplicationShutdown(): Promise<void> {
    await this.queue.close();
  }
}
