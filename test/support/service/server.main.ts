import 'reflect-metadata';
import { readConfig } from '@mneme/platform/config';
import { VectorStore } from '@mneme/retrieval';
import { ensureDevelopmentKey } from '../../../apps/api/development-key.js';
import { FEATURES } from '../../../apps/api/features.js';
import { openServer } from '../../../apps/api/server.js';
import { stopOnSignals } from '../../../apps/stop-on-signals.js';
import { serveCommands } from '../../../apps/cli/command-socket.js';
import { notesFeature } from '../../../docs/examples/notes/index.js';
import { MemoryVectorStore } from '../vectors/memory-vector-store.js';
import type { ServerReady } from './server-process.js';
import { slowFeature } from './slow.feature.js';

/**
 * The service as the tests run it: the same composition with the feature of docs/guides/extending.md. The benchmark keeps
 * vectors in memory where there is no other place for them.
 */
async function main(): Promise<void> {
  const inMemory = { provide: VectorStore, useClass: MemoryVectorStore };
  const rateLimits = process.env['TEST_RATE_LIMITS'] !== 'off';
  const parts = process.env['TEST_VECTOR_INDEX'] === 'memory' ? { vectorStore: inMemory } : {};
  const example = process.env['TEST_EXAMPLE'] === 'off' ? [] : [notesFeature];
  const slow = process.env['TEST_SLOW_STATEMENTS'] === 'on' ? [slowFeature] : [];
  const features = [...FEATURES, ...example, ...slow];
  const server = await openServer(readConfig(), { features, rateLimits, ...parts });
  const developmentKey = await ensureDevelopmentKey(server.app, server.installation);
  server.installation.directory?.lock.onConnection(serveCommands(server));
  const url = await server.listen();
  const fastify = server.app.getHttpAdapter().getInstance();
  const ready: ServerReady = { url, routes: fastify.printRoutes({ commonPrefix: false }), developmentKey };
  process.send?.(ready);
  stopOnSignals(process, server, server.installation.config.drainDelayMs);
  // The test run that wanted this server is gone.
  process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'));
}

function fail(error: unknown): void {
  process.stderr.write(`${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
  process.exit(1);
}

main().catch(fail);
