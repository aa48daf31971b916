import { Logger, RequestMethod } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import type { AppConfig } from '@mneme/platform/config';
import {
  checkListenAddress,
  ShutdownState,
  fastifyOptions,
  listenError,
  type ListenAddress,
  setUpHttp,
} from '@mneme/platform/http';
import type { TenantId } from '@mneme/platform/ids';
import { Installation } from '@mneme/platform/installation';
import { createLogger, NestLogger } from '@mneme/platform/observability';
import { WarmUp } from '@mneme/platform/warm-up';
import type { Stoppable } from '../stop-on-signals.js';
import { AppModule, appSchema, type AppParts } from './app.module.js';
import { setUpConsole } from './console/console.js';
import { setUpOpenApi } from './openapi/document.js';

/** Routes outside of /api/v1. */
const UNPREFIXED = [
  ...[
    '/',
    'api/v1',
    'auth/clerk-token',
    'health/live',
    'health/ready',
    'metrics',
    '.well-known/oauth-protected-resource',
    '.well-known/oauth-protected-resource/mcp',
  ].map((path) => ({ path, method: RequestMethod.GET })),
  { path: 'mcp', method: RequestMethod.ALL },
];

/** A service that is put together and does its jobs; it answers once it listens. */
export interface Server extends Stoppable {
  readonly app: NestFastifyApplication;
  readonly installation: Installation;
  /**
   * Warms up, then listens: a client that can connect finds threads, modules and models loaded.
   * @param tenants whose own memories are warmed up as well
   * @returns where it listens, without a slash at the end
   * @throws Error of one line that names the variable to change where it cannot listen there
   */
  listen(tenants?: readonly TenantId[]): Promise<string>;
}

/**
 * Opens the database and loads the model. Where it cannot listen it says so before that.
 * @throws Error that says what to do
 */
export async function openServer(config: AppConfig, parts: AppParts): Promise<Server> {
  const address = { host: config.host, port: config.port, variable: 'PORT' };
  await checkListenAddress(address);
  const logger = createLogger(config);
  Logger.overrideLogger(new NestLogger(logger));
  const installation = await Installation.open(config, appSchema(config, parts));
  try {
    return runningServer(await createApp(installation, parts, logger), installation, address);
  } catch (error) {
    await installation.close();
    throw error;
  }
}

function runningServer(app: NestFastifyApplication, installation: Installation, address: ListenAddress): Server {
  let ending = false;
  return {
    app,
    installation,
    lost: installation.database.lost,
    listen: async (tenants = []) => {
      if (installation.config.warmUp) await app.get(WarmUp).run(app.getHttpAdapter().getInstance(), tenants);
      // Asked to end meanwhile: it ends when all is closed, and serves no request before.
      if (ending) return new Promise(() => undefined);
      await app.listen(address.port, address.host).catch((error: unknown) => {
        throw listenError(error, address);
      });
      return installation.config.baseUrl ?? (await app.getUrl());
    },
    turnAway: () => {
      ending = true;
      app.get(ShutdownState).begin();
    },
    close: async () => {
      await app.close();
      await installation.close();
    },
  };
}

async function createApp(
  installation: Installation,
  parts: AppParts,
  logger: ReturnType<typeof createLogger>,
): Promise<NestFastifyApplication> {
  const adapter = new FastifyAdapter(fastifyOptions(installation.config, logger) as never);
  const app = await NestFactory.create<NestFastifyApplication>(AppModule.forRoot(installation, parts), adapter, {
    bodyParser: false,
    abortOnError: false,
    logger: new NestLogger(logger),
  });
  app.setGlobalPrefix('api/v1', { exclude: UNPREFIXED });
  await setUpHttp(app, installation.config);
  setUpOpenApi(app, installation.config);
  if (installation.config.console && !(await setUpConsole(app))) {
    logger.warn('there is no console: `npm run build` makes it');
  }
  await app.init();
  return app;
}
