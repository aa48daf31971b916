import 'reflect-metadata';
import { readConfig } from '@mneme/platform';
import { serveCommands } from '../cli/command-socket.js';
import { seedTestTenant } from '../samples/test-tenant.js';
import { describeError } from '../describe-error.js';
import { banner } from './banner.js';
import { ensureDevelopmentKey } from './development-key.js';
import { FEATURES } from './features.js';
import { startServer, type Server } from './server.js';

/** In-flight requests have this long after a signal; then the process ends whatever is left. */
const DRAIN_MS = 25_000;

async function main(): Promise<void> {
  const server = await startServer(readConfig(), { features: FEATURES });
  stopOnSignals(server);
  const key = await ensureDevelopmentKey(server.app, server.installation);
  if (server.installation.config.seedTestTenant) await seedTestTenant(server.app);
  server.installation.directory?.lock.onConnection(serveCommands(server));
  process.stdout.write(await banner(server, key));
}

function stopOnSignals(server: Server): void {
  const stop = (): void => {
    setTimeout(() => process.exit(1), DRAIN_MS).unref();
    server.close().then(() => process.exit(0), fail);
  };
  process.once('SIGTERM', stop);
  process.once('SIGINT', stop);
}

function fail(error: unknown): void {
  process.stderr.write(`${describeError(error)}\n`);
  process.exit(1);
}

main().catch(fail);
