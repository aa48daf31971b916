import type { Type } from '@nestjs/common';

/** The data about one subject. */
export interface EventContent {
  /** Public id of what has changed: `mem_…`. Null where nothing has, as after a search. */
  readonly resourceId: string | null;
  /** Grows with each change of the resource, so that a consumer can put its events in order; from 1. */
  readonly sequence: number;
  /** `data` of the payload, as consumers see it. */
  readonly data: Readonly<Record<string, unknown>>;
}

/** How the OpenAPI document describes an event. */
export interface ShownEvent {
  /** When it is sent. */
  readonly description: string;
  /** `data` of the payload, as `ApiProperty` describes it. */
  readonly data: Type;
}

/** A kind of event. A feature defines its own and names them in its `Feature.events`. */
export interface EventType<Subject = never> {
  /** As consumers see it: `memory.created`. */
  readonly name: string;
  readonly describe: (subject: Subject) => EventContent;
  /** Left out: the document says only that there is an object. */
  readonly shown?: ShownEvent;
}

export function eventType<Subject>(
  name: string,
  describe: (subject: Subject) => EventContent,
  shown?: ShownEvent,
): EventType<Subject> {
  return { name, describe, ...(shown === undefined ? {} : { shown }) };
}
