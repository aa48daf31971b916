import 'reflect-metadata';
import { readConfig } from '@mneme/platform';
import { serveCommands } from '../cli/command-socket.js';
import { seedTestTenant } from '../samples/test-tenant.js';
import { describeError } from '../describe-error.js';
import { stopOnSignals } from '../stop-on-signals.js';
import { banner } from './banner.js';
import { ensureDevelopmentKey } from './development-key.js';
import { FEATURES } from './features.js';
import { startServer } from './server.js';

async function main(): Promise<void> {
  const server = await startServer(readConfig(), { features: FEATURES });
  stopOnSignals(process, server, server.installation.config.drainDelayMs);
  const key = await ensureDevelopmentKey(server.app, server.installation);
  if (server.installation.config.seedTestTenant) await seedTestTenant(server.app);
  server.installation.directory?.lock.onConnection(serveCommands(server));
  process.stdout.write(await banner(server, key));
}

function fail(error: unknown): void {
  process.stderr.write(`${describeError(error)}\n`);
  process.exit(1);
}

main().catch(fail);
