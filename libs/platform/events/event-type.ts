/** The data about one subject. */
export interface EventContent {
  /** Public id of what has changed: `mem_…`. Null where nothing has, as after a search. */
  readonly resourceId: string | null;
  /** Grows with each change of the resource, so that a consumer can put its events in order; from 1. */
  readonly sequence: number;
  /** `data` of the payload, as consumers see it. */
  readonly data: Readonly<Record<string, unknown>>;
}

/** A kind of event. A feature defines its own and names them in its `Feature.events`. */
export interface EventType<Subject = never> {
  /** As consumers see it: `memory.created`. */
  readonly name: string;
  readonly describe: (subject: Subject) => EventContent;
}

export function eventType<Subject>(name: string, describe: (subject: Subject) => EventContent): EventType<Subject> {
  return { name, describe };
}
