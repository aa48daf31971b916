import { relative } from 'node:path';
import { MemoryExportService } from '@mneme/memories';
import type { AppConfig } from '@mneme/platform/config';
import { SAMPLES, TEST_TENANT } from '../samples/test-tenant.js';
import type { Server } from './server.js';

/** What a start tells the person who made it. Printed once requests are answered, not before. */
export async function banner(server: Server, url: string, developmentKey: string | undefined): Promise<string> {
  const { config } = server.installation;
  const lines = [`Mneme v1.0.0 · ${profile(config)}`, `API      ${url}/api/v1      docs ${url}/docs`];
  if (config.console)
    lines.push(`Console  ${url}/console${developmentKey === undefined ? '' : `#key=${developmentKey}`}`);
  if (developmentKey !== undefined) {
    const memories = await server.app.get(MemoryExportService).total(TEST_TENANT);
    lines.push(
      `Tenant   ${TEST_TENANT} (${memories === SAMPLES ? `${SAMPLES} sample memories` : `${memories} memories`})`,
    );
    lines.push(`API key  ${developmentKey}  (also in ${shortPath(config.dataDir)}/dev-key; embedded mode only)`);
  }
  return `${lines.join('\n')}\n`;
}

function profile(config: AppConfig): string {
  const model = config.embeddingModel === 'builtin' ? 'built-in model' : `model ${config.embeddingModel}`;
  const vectors = config.qdrant === undefined ? 'pgvector' : 'Qdrant';
  const redis = config.redis === undefined ? '' : ', Redis';
  return config.postgres === undefined
    ? `embedded (PGlite, ${vectors}, ${model}) · data in ${shortPath(config.dataDir)}`
    : `PostgreSQL${redis}, ${vectors}, ${model}${config.apiProcesses > 1 ? `, ${config.apiProcesses} processes` : ''}`;
}

/** As a person in this folder would write it. */
function shortPath(path: string): string {
  const fromHere = relative(process.cwd(), path);
  return fromHere.startsWith('..') ? path : `./${fromHere}`;
}
