import { Logger, type INestApplicationContext } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { AppConfig } from '@mneme/platform/config';
import { Installation } from '@mneme/platform/installation';
import { createLogger, NestLogger } from '@mneme/platform/observability';
import { AppModule, appSchema, type AppParts } from './api/app.module.js';

/** The application of the API without its HTTP: the same modules, on an open, migrated database. */
export interface OpenApplication {
  readonly app: INestApplicationContext;
  readonly installation: Installation;
  /** Finishes what has been started, then closes the database. */
  close(): Promise<void>;
}

/** @throws Error that says what to do where database, data directory or model cannot be used */
export async function openApplication(config: AppConfig, parts: AppParts): Promise<OpenApplication> {
  const logger = new NestLogger(createLogger(config));
  Logger.overrideLogger(logger);
  const installation = await Installation.open(config, appSchema(config, parts));
  try {
    const module = AppModule.forRoot(installation, parts);
    const app = await NestFactory.createApplicationContext(module, { logger, abortOnError: false });
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
