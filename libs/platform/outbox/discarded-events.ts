import { Injectable } from '@nestjs/common';
import { EventHandler } from './event-handler.js';

/** For an application without a feature that tells anyone of events. */
@Injectable()
export class DiscardedEvents extends EventHandler {
  handle(): Promise<readonly string[]> {
    return Promise.resolve([]);
  }

  wants(): Promise<boolean> {
    return Promise.resolve(false);
  }
}
