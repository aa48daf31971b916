import type { Feature } from '@mneme/platform/installation';
import { intelligenceFeature } from '@mneme/intelligence';
import { mcpFeature } from '@mneme/mcp';
import { memoryEvents, MemoriesModule, memoriesSchema } from '@mneme/memories';
import { webhooksFeature } from '@mneme/webhooks';

/** Every feature of this application beside accounts and keys. Adding one is adding a line here. */
export const FEATURES: readonly Feature[] = [
  {
    module: MemoriesModule,
    schema: memoriesSchema,
    scopes: ['read:memories', 'write:memories'],
    events: memoryEvents,
  },
  webhooksFeature,
  intelligenceFeature,
  mcpFeature,
];
