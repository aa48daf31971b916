import type { Feature } from '@mneme/platform/installation';
import { McpModule } from './mcp.module.js';

export { inProcessFetch } from './http/in-process-fetch.js';
export { McpCalls } from './mcp-calls.js';
export { resourceOf } from './resources.js';
export { permissionsOf, serveOnStdio } from './stdio.js';

/** The tools of the Model Context Protocol. Each of them is calls of the REST API, so it has nothing of its own to keep. */
export const mcpFeature: Feature = {
  module: McpModule,
  schema: { feature: 'mcp', entities: [], migrations: [] },
  scopes: [],
};
