import type { Outline } from '../json/outline.js';
import { chatgpt } from './chatgpt.js';
import { claude } from './claude.js';
import { doobidoo } from './doobidoo.js';
import type { Form, ImportForm } from './form.js';
import { hindsight } from './hindsight.js';
import { langgraph } from './langgraph.js';
import { letta } from './letta.js';
import { mcpMemory } from './mcp-memory.js';
import { mem0 } from './mem0.js';
import { mneme } from './mneme.js';
import { openmemory } from './openmemory.js';
import { zep } from './zep.js';

/** In the order in which they are tried: what shows a form for certain comes before what several could have. */
const FORMS: readonly Form[] = [
  chatgpt,
  claude,
  letta,
  hindsight,
  openmemory,
  doobidoo,
  mcpMemory,
  langgraph,
  zep,
  mem0,
  mneme,
];

export function formNamed(name: ImportForm): Form {
  const form = FORMS.find((each) => each.name === name);
  if (form === undefined) throw new TypeError(`${name} is no form of a dump`);
  return form;
}

/** @returns undefined where a file is of no form that is known */
export function formOf(outline: Outline): Form | undefined {
  return FORMS.find((form) => form.recognizes(outline));
}
