import type { EventSubscription } from './event-handler.js';
import type { EventType } from './event-type.js';

/** As it stands in rows, metrics and log lines. */
const HANDLER_NAME = /^[a-z][a-z0-9-]{0,62}$/;

/** Every event of the application, each with its handlers. */
export class EventCatalog {
  private readonly byEvent: ReadonlyMap<string, readonly EventSubscription[]>;

  /** @throws Error naming each event that is declared twice or has no handler, and each handler with a bad name */
  constructor(
    /** In the order of their declaration. */
    readonly events: readonly EventType[],
    /** Every handler, in the order of their declaration. */
    readonly handlers: readonly EventSubscription[],
  ) {
    const names = events.map((event) => event.name);
    this.byEvent = new Map(names.map((name) => [name, handlers.filter((handler) => takes(handler, name))]));
    const faults = new Set([...handlerFaults(handlers), ...eventFaults(names, handlers)]);
    for (const [name, found] of this.byEvent) if (found.length === 0) faults.add(`${name} has no handler`);
    if (faults.size === 0) return;
    throw new Error(`Every event needs a handler, and every handler its own name: ${[...faults].join('; ')}`);
  }

  /** The names that a consumer can ask for, in the order of their declaration. */
  get names(): readonly string[] {
    return [...this.byEvent.keys()];
  }

  /** @throws Error for an event that is not declared */
  handlersOf(name: string): readonly EventSubscription[] {
    const handlers = this.byEvent.get(name);
    if (handlers === undefined) throw new Error(`the event ${name} is not declared by any feature`);
    return handlers;
  }
}

function takes({ events }: EventSubscription, name: string): boolean {
  return events === undefined || events.some((event) => event.name === name);
}

function handlerFaults(handlers: readonly EventSubscription[]): string[] {
  return handlers.flatMap(({ name, handler }, at) => {
    if (!HANDLER_NAME.test(name)) {
      return [`the name "${name}" of ${handler.name} is not made of lower-case letters, digits and hyphens`];
    }
    const other = handlers.slice(0, at).find((earlier) => earlier.name === name);
    return other === undefined
      ? []
      : [`the name "${name}" belongs to two handlers, ${other.handler.name} and ${handler.name}`];
  });
}

function eventFaults(names: readonly string[], handlers: readonly EventSubscription[]): string[] {
  const repeated = names.filter((name, at) => names.indexOf(name) !== at).map((name) => `${name} is declared twice`);
  const handled = handlers.flatMap(({ events = [] }) => events.map((event) => event.name));
  const unknown = handled.filter((name) => !names.includes(name));
  return [...repeated, ...unknown.map((name) => `${name} has a handler and is not declared`)];
}
