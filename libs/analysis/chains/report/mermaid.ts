import type { Chain } from '../types/chain-report.js';
import { excerptOf } from '../text/formatting.js';

const MAX_NODES = 40;
const LABEL = 60;
/** What begins or ends something in mermaid, HTML or Markdown. */
const special = /[^\p{L}\p{M}\p{N} .,:!?'’€£$+…–—-]/gu;

/**
 * A chain as a mermaid flowchart of at most 40 nodes, those of the trunk first; what is inferred with its confidence. Labels carry texts of strangers: all but
 * letters, numbers, spaces and harmless signs are written as character codes, and node ids are numbers of our own.
 */
export function mermaidOf({ nodes, edges }: Chain): string {
  const shown = [...nodes].sort((a, b) => Number(b.onTrunk) - Number(a.onTrunk)).slice(0, MAX_NODES);
  const kept = nodes.filter((node) => shown.includes(node));
  const names = new Map(kept.map(({ memoryId }, i) => [memoryId, `n${String(i)}`]));
  const boxes = kept.map(({ memoryId, role, at, excerpt }) => {
    const label = `${role} ${at.slice(0, 10)}: ${excerptOf(excerpt, LABEL)}`;
    return `  ${names.get(memoryId) ?? ''}["${escaped(label)}"]`;
  });
  const arrows = edges.flatMap(({ from, to, relation, basis, confidence }) => {
    const [a, b] = [names.get(from), names.get(to)];
    return a !== undefined && b !== undefined
      ? [`  ${a} -->|${relation.replace('_', ' ')}${basis === 'inferred' ? ` ${String(confidence)}` : ''}| ${b}`]
      : [];
  });
  return ['flowchart TD', ...boxes, ...arrows].join('\n');
}

/** Mermaid reads `#35;` as the character with that code, and shows it as text. */
function escaped(label: string): string {
  return label.replace(special, (character) => `#${String(character.codePointAt(0) ?? 0)};`);
}
