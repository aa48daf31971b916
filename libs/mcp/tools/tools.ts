import { ANALYSIS_TOOLS } from './analysis.tools.js';
import { CONNECTOR_TOOLS } from './connector.tools.js';
import { READING_TOOLS } from './memory-reading.tools.js';
import { WRITING_TOOLS } from './memory-writing.tools.js';
import type { Tool } from './tool.js';

/** Every tool, in the order in which a client shows them. */
export const TOOLS: readonly Tool[] = [...READING_TOOLS, ...WRITING_TOOLS, ...ANALYSIS_TOOLS, ...CONNECTOR_TOOLS];
