export { findPatterns } from './find-patterns.js';
export { FAMILIES } from './patterns/types/candidate.js';
export type { Observation } from './patterns/types/observation.js';
export type { Pattern, PatternReport, Suppressed, Viz } from './patterns/types/pattern.js';
export type { PatternOptions } from './patterns/pattern-search.js';
export { extractFeatures } from './features/extract-features.js';
export { spellingsOf } from './features/entities.js';
export { READ_CHARACTERS, tokensOf } from './features/tokens.js';
export { wordRunsOf } from './features/word-runs.js';
export { FEATURES_VERSION } from './features/memory-features.js';
export type { FeatureSource, MemoryFeatures, WrittenLink } from './features/memory-features.js';
export { ROLES, type Role } from './features/role.js';
export { backgroundOf } from './chains/topic/similarity-baseline.js';
export { centredOn } from './chains/topic/centred-input.js';
export type {
  Background,
  ChainInput,
  ChainLink,
  ChainMemory,
  RolePrototypes,
  TimeRange,
  Topic,
} from './chains/types/chain-input.js';
export { EDGE_BASES, RELATIONS } from './chains/types/chain-report.js';
export type {
  Chain,
  ChainEdge,
  ChainGap,
  ChainNode,
  ChainReport,
  PossibleDecision,
  NodeRole,
  Relation,
} from './chains/types/chain-report.js';
export type { JudgedEdge, JudgedMember, JudgedStory } from './chains/types/judged-story.js';
export { judgedReport, proposedDecisions, proposedMembers } from './chains/judged-chains.js';
export { excerptOf } from './chains/text/formatting.js';
export { decisionParts } from './chains/text/decision-parts.js';
export { ownWords } from './chains/text/distinctive-words.js';
export { countedTag } from './chains/topic/memory-facts.js';
export { PROTOTYPE_SENTENCES } from './chains/roles/role-prototypes.js';
export { MAX_COUNTED, MAX_MEMORIES } from './chains/types/chain-input.js';
export { mermaidOf } from './chains/report/mermaid.js';
export { likelyDecisions, reconstructChains } from './chains/reconstruct-chains.js';
export { topicWordsOf } from './chains/text/content-words.js';
export { saysTakenBack } from './chains/text/going-back.js';
export { topicOfDecision } from './chains/text/sentences.js';
