import { FERRY_STORY } from '../stories/ferry-story.js';
import { type PromptLine, replies, type Script } from './chat-endpoint.js';

/** Of the memories of the ferry story, in their order. */
const ROLES = ['trigger', 'option', 'option', 'evidence', 'decision', 'action', 'outcome'];

/** The first words of a memory. */
export function quoteOf(text = ''): string {
  return text.split(' ').slice(0, 8).join(' ');
}

/** The lines of the story, in its order; undefined where a memory is not among them. */
export function storyLines(lines: readonly PromptLine[]): (PromptLine | undefined)[] {
  return FERRY_STORY.map(({ content }) => lines.find(({ text }) => text?.startsWith(content ?? '') === true));
}

/** What a language model that reads well says of the ferry story. */
export function ferryReply(lines: readonly PromptLine[]): object {
  const story = storyLines(lines);
  const [trigger, norlines, hansa, test, decision, booked, result] = story;
  if (lines[0]?.decision === undefined) {
    return decision === undefined ? { decision: 'none' } : { decision: decision.handle, quote: quoteOf(decision.text) };
  }
  const members = story.flatMap((line, i) =>
    line === undefined ? [] : [{ memory: line.handle, role: ROLES[i], quote: quoteOf(line.text) }],
  );
  const edge = (from: PromptLine | undefined, to: PromptLine | undefined, relation: string): object => ({
    from: from?.handle,
    to: to?.handle,
    relation,
    quote: quoteOf(to?.text),
  });
  const edges = [
    edge(trigger, norlines, 'raises'),
    edge(trigger, hansa, 'raises'),
    edge(norlines, test, 'weighed'),
    edge(norlines, decision, 'chosen'),
    edge(hansa, decision, 'rejected'),
    edge(test, decision, 'supports'),
    edge(decision, booked, 'led_to'),
    edge(booked, result, 'resulted_in'),
  ];
  return { members, edges };
}

export const readsWell: Script = replies(ferryReply);
