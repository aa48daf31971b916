import { Logger } from '@nestjs/common';
import { AppConfig } from '@mneme/platform/config';
import { MigrationAdmin } from '@mneme/platform/installation';
import { createLogger, NestLogger } from '@mneme/platform/observability';
import { appSchema } from '../api/app.module.js';
import { FEATURES } from '../api/features.js';
import { openServer } from '../api/server.js';
import { openApplication, type OpenApplication } from '../open-application.js';
import type { CommandHost, OpenOptions } from './command-host.js';
import { refuseCommand, serveCommands } from './command-socket.js';

/** An application of the command line's own, to be closed when the command has ended. */
export type OpenHost = CommandHost & OpenApplication;

/** The same composition as the server's, without HTTP. */
export async function openHost(config: AppConfig, { http = false, ...options }: OpenOptions = {}): Promise<OpenHost> {
  if (http) return openServing(config);
  // Sweeps, relays and deliveries are the server's work: a command does its own, and ends.
  const own = new AppConfig({ ...config, workers: false });
  const host = await openApplication(own, { features: FEATURES, oneOff: true, ...options });
  host.installation.directory?.lock.onConnection(refuseCommand);
  return host;
}

/**
 * The service in this process, without an address. On an embedded database it is the only one, so it does the background work,
 * and other commands run in it.
 */
async function openServing(config: AppConfig): Promise<OpenHost> {
  const workers = config.workers && config.postgres === undefined;
  const server = await openServer(new AppConfig({ ...config, port: 0, workers }), { features: FEATURES });
  server.installation.directory?.lock.onConnection(serveCommands(server));
  return server;
}

/** The migrations of the database, without an application. To be closed when the command has ended. */
export async function openMigrations(config: AppConfig): Promise<MigrationAdmin> {
  Logger.overrideLogger(new NestLogger(createLogger(config)));
  const admin = await MigrationAdmin.open(config, appSchema(config, { features: FEATURES }));
  admin.directory?.lock.onConnection(refuseCommand);
  return admin;
}
