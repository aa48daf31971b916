import { Injectable } from '@nestjs/common';

/** What time it is, for what belongs to a day or a month. */
@Injectable()
export class UsageClock {
  now(): Date {
    return new Date();
  }
}
