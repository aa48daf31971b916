import { Injectable } from '@nestjs/common';

/** What time it is, for everything that is due one day. */
@Injectable()
export class WebhookClock {
  now(): Date {
    return new Date();
  }
}
