export { formatItems } from './langgraph/items.js';
export { MnemeStore, type MnemeStoreOptions } from './langgraph/store.js';
export type { MemoryScope } from './shared/scope.js';
