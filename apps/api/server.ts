import { RequestMethod } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import {
  createLogger,
  Draining,
  fastifyOptions,
  Installation,
  NestLogger,
  setUpHttp,
  type AppConfig,
} from '@mneme/platform';
import type { Stoppable } from '../stop-on-signals.js';
import { AppModule, appSchema, type AppParts } from './app.module.js';
import { setUpOpenApi } from './openapi.js';

/** Routes outside of /api/v1. */
const UNPREFIXED = ['/', 'api/v1', 'auth/clerk-token', 'health/live', 'health/ready', 'metrics'].map((path) => ({
  path,
  method: RequestMethod.GET,
}));

/** A service that answers. */
export interface Server extends Stoppable {
  readonly app: NestFastifyApplication;
  readonly installation: Installation;
  /** Where it listens, without a slash at the end. */
  readonly url: string;
}

/** Opens the database, loads the model and listens; resolves when requests are answered. */
export async function startServer(config: AppConfig, parts: AppParts): Promise<Server> {
  const installation = await Installation.open(config, appSchema(config, parts));
  try {
    const app = await createApp(installation, parts);
    await app.listen(config.port, config.host);
    const url = config.baseUrl ?? (await app.getUrl());
    const close = async (): Promise<void> => {
      await app.close();
      await installation.close();
    };
    const { lost } = installation.database;
    return { app, installation, url, lost, turnAway: () => app.get(Draining).begin(), close };
  } catch (error) {
    await installation.close();
    throw error;
  }
}

async function createApp(installation: Installation, parts: AppParts): Promise<NestFastifyApplication> {
  const logger = createLogger(installation.config);
  const adapter = new FastifyAdapter(fastifyOptions(installation.config, logger) as never);
  const app = await NestFactory.create<NestFastifyApplication>(AppModule.forRoot(installation, parts), adapter, {
    bodyParser: false,
    abortOnError: false,
    logger: new NestLogger(logger),
  });
  app.setGlobalPrefix('api/v1', { exclude: UNPREFIXED });
  await setUpHttp(app, installation.config);
  setUpOpenApi(app, installation.config);
  await app.init();
  return app;
}
