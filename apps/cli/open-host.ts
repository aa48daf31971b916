import { NestFactory } from '@nestjs/core';
import { AppConfig, createLogger, Installation, NestLogger } from '@mneme/platform';
import { AppModule, appSchema } from '../api/app.module.js';
import { FEATURES } from '../api/features.js';
import type { CommandHost, OpenOptions } from './command-host.js';
import { refuseCommand } from './command-socket.js';

/** An application of the command line's own, to be closed when the command has ended. */
export interface OpenHost extends CommandHost {
  close(): Promise<void>;
}

/** The same composition as the server's, without HTTP. */
export async function openHost(config: AppConfig, options: OpenOptions = {}): Promise<OpenHost> {
  const parts = { features: FEATURES, ...options };
  // Sweeps, relays and deliveries are the server's work: a command does its own, and ends.
  const own = new AppConfig({ ...config, workers: false });
  const installation = await Installation.open(own, appSchema(own, parts));
  try {
    const logger = new NestLogger(createLogger(installation.config));
    const module = AppModule.forRoot(installation, parts);
    const app = await NestFactory.createApplicationContext(module, { logger, abortOnError: false });
    installation.directory?.lock.onConnection(refuseCommand);
    const close = async (): Promise<void> => {
      await app.close();
      await installation.close();
    };
    return { app, installation, close };
  } catch (error) {
    await installation.close();
    throw error;
  }
}
