import { Injectable } from '@nestjs/common';

/** The current time, for everything that is due at a time or belongs to a day. Tests set it forward. */
@Injectable()
export class Clock {
  now(): Date {
    return new Date();
  }
}
