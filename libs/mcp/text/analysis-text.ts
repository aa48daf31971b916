import type { Chain, Pattern, PossibleDecision } from '@mneme/client';
import type { RecordedText } from './recorded.js';

/** Memories that a pattern names: the others are its `evidenceIds`. */
const SHOWN_EVIDENCE = 5;

/** A decision: what it was, how it came about, and by which memories. */
export function chainText({ id, confidence, headline, narrative, nodes, gaps }: Chain): RecordedText {
  return {
    attributes: { id, confidence: confidence ?? undefined },
    lines: [
      headline,
      ...narrative,
      ...nodes.map(({ role, at, memoryId, excerpt }) => `- ${role}, ${at}, ${memoryId}: ${excerpt}`),
      ...gaps.map(({ title, sentence }) => `${title}: ${sentence}`),
    ],
  };
}

/** A decision that may be meant: its id asks for its chain. */
export function candidateText({ memoryId, text, at, probability }: PossibleDecision): RecordedText {
  return { attributes: { decisionId: memoryId, probability, at }, lines: [text] };
}

export function patternText({ id, family, tier, confidence, title, description, evidenceIds }: Pattern): RecordedText {
  return {
    attributes: { id, family, tier, confidence },
    lines: [title, description, `memories: ${evidenceIds.slice(0, SHOWN_EVIDENCE).join(', ')}`],
  };
}
