import 'reflect-metadata';
import cluster from 'node:cluster';
import { type AppConfig, readConfig } from '@mneme/platform/config';
import { createLogger, Metrics } from '@mneme/platform/observability';
import { serveCommands } from '../cli/command-socket.js';
import { seedAtStart } from '../samples/seed-at-start.js';
import { TEST_TENANT } from '../samples/test-tenant.js';
import { describeError } from '../describe-error.js';
import { stopOnSignals } from '../stop-on-signals.js';
import { banner } from './banner.js';
import { ensureDevelopmentKey } from './development-key.js';
import { FEATURES } from './features.js';
import { ApiProcesses, saySo } from './processes/api-processes.js';
import { openServer } from './server.js';

/** Of several processes the first one greets. */
const FIRST = 1;

async function main(): Promise<void> {
  const config = readConfig();
  if (config.apiProcesses > 1 && cluster.isPrimary) new ApiProcesses(config.apiProcesses, createLogger(config)).run();
  else await serve(config);
}

async function serve(configured: AppConfig): Promise<void> {
  const server = await openServer(configured, { features: FEATURES });
  const { config, directory } = server.installation;
  stopOnSignals(process, server, config.drainDelayMs);
  if (config.apiProcesses > 1) server.app.get(Metrics).joinGroup();
  const key = await ensureDevelopmentKey(server.app, server.installation);
  if (config.seedTestTenant) await seedAtStart(server.app);
  directory?.lock.onConnection(serveCommands(server));
  // Which tenant of an installation comes first is not known here.
  const url = await server.listen(key === undefined ? [] : [TEST_TENANT]);
  if (config.apiProcesses > 1) saySo();
  if ((cluster.worker?.id ?? FIRST) === FIRST) process.stdout.write(await banner(server, url, key));
}

function fail(error: unknown): void {
  process.stderr.write(`${describeError(error)}\n`);
  process.exit(1);
}

main().catch(fail);
