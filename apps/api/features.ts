import type { Feature } from '@mneme/platform';
import { MemoriesModule, memoriesSchema } from '@mneme/memories';

/** Every feature of this application beside accounts and keys. Adding one is adding a line here. */
export const FEATURES: readonly Feature[] = [
  { module: MemoriesModule, schema: memoriesSchema, scopes: ['read:memories', 'write:memories'] },
];
