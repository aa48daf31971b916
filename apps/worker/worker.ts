import { AppConfig } from '@mneme/platform/config';
import { checkListenAddress, ShutdownState, listenError } from '@mneme/platform/http';
import { measureProcess, Metrics } from '@mneme/platform/observability';
import type { AppParts } from '../api/app.module.js';
import { HealthController } from '../api/health/health.controller.js';
import { openApplication, type OpenApplication } from '../open-application.js';
import type { Stoppable } from '../stop-on-signals.js';
import { HealthServer } from './health-server.js';

/** The jobs of the application in a process of their own. */
export interface Worker extends Stoppable, OpenApplication {
  /** Where its health is asked, without a slash at the end. */
  readonly url: string;
}

/**
 * Does what goes on without a request: index, events, deliveries, retention. Any number of workers share it.
 * @throws Error without DATABASE_URL: the embedded database is one process's, whose server does its jobs itself
 */
export async function startWorker(config: AppConfig, parts: AppParts): Promise<Worker> {
  if (config.postgres === undefined) {
    throw new Error('A worker needs DATABASE_URL. On the embedded database the server does the jobs itself.');
  }
  const address = { host: config.host, port: config.workerPort, variable: 'WORKER_PORT' };
  await checkListenAddress(address);
  const opened = await openApplication(new AppConfig({ ...config, workers: true }), parts);
  const { app } = opened;
  const metrics = app.get(Metrics);
  measureProcess(metrics);
  const health = new HealthServer(app.get(HealthController), metrics);
  try {
    const url = await health.listen(config.workerPort, config.host).catch((error: unknown) => {
      throw listenError(error, address);
    });
    const close = async (): Promise<void> => {
      await opened.close();
      await health.close();
    };
    const { lost } = opened.installation.database;
    return { ...opened, url, lost, turnAway: () => app.get(ShutdownState).begin(), close };
  } catch (error) {
    await opened.close();
    throw error;
  }
}
