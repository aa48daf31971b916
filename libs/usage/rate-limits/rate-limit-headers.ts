import { AnswerHeaders } from '@mneme/platform/answers';
import { Injectable } from '@nestjs/common';
import { FailedAuthentications } from './failed-authentications.js';
import { secondsOf } from '../plans/rate-limit.js';

/** Tells every client how its limit stands: its tenant's where it said who it is, else its address's. */
@Injectable()
export class RateLimitHeaders {
  constructor(headers: AnswerHeaders, failures: FailedAuthentications) {
    headers.add(({ ip, request }) => {
      const limited = request?.rateLimit;
      const { allowed, capacity, remaining, fullAtMs, retryAfterMs } = limited ?? failures.standing(ip);
      const refused = limited !== undefined && !allowed;
      const retryAfter = secondsOf(retryAfterMs);
      return {
        'x-ratelimit-limit': capacity,
        'x-ratelimit-remaining': refused ? 0 : remaining,
        'x-ratelimit-reset': Math.ceil(fullAtMs / 1_000),
        ...(refused ? { 'x-ratelimit-retry-after': retryAfter, 'retry-after': retryAfter } : {}),
      };
    });
  }
}
