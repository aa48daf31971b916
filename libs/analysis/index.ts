export { findPatterns } from './patterns/find-patterns.js';
export type { Observation } from './patterns/observation.js';
export type { Pattern, PatternReport, Suppressed, Viz } from './patterns/pattern.js';
export type { PatternOptions } from './patterns/pattern-search.js';
