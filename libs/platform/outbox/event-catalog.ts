import type { Type } from '@nestjs/common';
import type { EventHandler, EventSubscription } from './event-handler.js';
import type { EventType } from './event-type.js';

/** Every event of the application, each with its one handler. */
export class EventCatalog {
  private readonly handlers = new Map<string, Type<EventHandler>>();

  /** @throws Error naming each event that is declared twice or has not exactly one handler */
  constructor(events: readonly EventType[], subscriptions: readonly EventSubscription[]) {
    const names = events.map((event) => event.name);
    const faults = new Set(
      names.filter((name, at) => names.indexOf(name) !== at).map((name) => `${name} is declared twice`),
    );
    for (const { events: wanted = [] } of subscriptions) {
      for (const { name } of wanted) if (!names.includes(name)) faults.add(`${name} has a handler and is not declared`);
    }
    for (const name of names) {
      const [handler, second] = handlersOf(name, subscriptions);
      if (handler === undefined) faults.add(`${name} has no handler`);
      else if (second !== undefined) faults.add(`${name} has two handlers, ${handler.name} and ${second.name}`);
      else this.handlers.set(name, handler);
    }
    if (faults.size > 0) throw new Error(`Every event needs exactly one handler: ${[...faults].join('; ')}`);
  }

  /** The names that a consumer can ask for, in the order of their declaration. */
  get names(): readonly string[] {
    return [...this.handlers.keys()];
  }

  /** @throws Error for an event that is not declared */
  handlerOf(name: string): Type<EventHandler> {
    const handler = this.handlers.get(name);
    if (handler === undefined) throw new Error(`the event ${name} is not declared by any feature`);
    return handler;
  }
}

function handlersOf(name: string, subscriptions: readonly EventSubscription[]): Type<EventHandler>[] {
  const named = subscriptions.filter(({ events }) => events?.some((event) => event.name === name) === true);
  const chosen = named.length > 0 ? named : subscriptions.filter(({ events }) => events === undefined);
  return chosen.map(({ handler }) => handler);
}
