export { findPatterns } from './find-patterns.js';
export { FAMILIES } from './patterns/candidate.js';
export type { Observation } from './patterns/observation.js';
export type { Pattern, PatternReport, Suppressed, Viz } from './patterns/pattern.js';
export type { PatternOptions } from './patterns/pattern-search.js';
export { extractFeatures } from './features/extract-features.js';
export { FEATURES_VERSION } from './features/memory-features.js';
export type { FeatureSource, MemoryFeatures, WrittenLink } from './features/memory-features.js';
export { ROLES, type Role } from './features/role.js';
export { backgroundOf } from './chains/background.js';
export { centredOn } from './chains/centred-input.js';
export type {
  Background,
  ChainInput,
  ChainLink,
  ChainMemory,
  RolePrototypes,
  TimeRange,
  Topic,
} from './chains/chain-input.js';
export { RELATIONS } from './chains/chain-report.js';
export type { Chain, ChainEdge, ChainGap, ChainNode, ChainReport } from './chains/chain-report.js';
export { countedTag } from './chains/memory-facts.js';
export { PROTOTYPE_SENTENCES } from './chains/prototypes.js';
export { MOST_COUNTED, MOST_MEMORIES } from './chains/chain-input.js';
export { mermaidOf } from './chains/mermaid.js';
export { likelyDecisions, reconstructChains } from './chains/reconstruct-chains.js';
export { topicWordsOf } from './chains/content-words.js';
