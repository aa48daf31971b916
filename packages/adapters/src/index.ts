export { estimateTokens, renderMemories, type RecordedMemory, type RenderOptions } from './shared/render.js';
export type { MemoryScope, ScopeValue } from './shared/scope.js';
