import { Agent as HttpAgent, request as httpRequest, type IncomingMessage, type RequestOptions } from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { RequestFilteringHttpAgent, RequestFilteringHttpsAgent } from 'request-filtering-agent';
import { AddressPolicy } from './address-policy.js';
import type { AttemptResult } from './attempt-result.js';
import { readExcerpt } from './response-excerpt.js';
import { retryAfterMs } from './retry-schedule.js';
import { describeFailure, SendFailure } from './send-failure.js';
import { TargetGuard } from './target-guard.js';

const CONNECT_MS = 5_000;
const TOTAL_MS = 15_000;
const IDLE_SOCKETS_EACH = 5;
const IDLE_MS = 30_000;

/** What is sent: the body as it was signed. */
export interface WebhookRequest {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** The time limits of one request, in milliseconds. */
export interface SendLimits {
  readonly connectMs: number;
  readonly totalMs: number;
}

type Answer = Pick<AttemptResult, 'statusCode' | 'response' | 'retryAfterMs'>;

/**
 * Sends one request to an endpoint: to allowed addresses only, redirects not followed, within 5 s for the connection
 * and 15 s in all. Connections are kept for the next delivery.
 */
@Injectable()
export class WebhookSender implements OnApplicationShutdown {
  private readonly agents: { readonly 'http:': HttpAgent; readonly 'https:': HttpsAgent };

  constructor(
    private readonly guard: TargetGuard,
    policy: AddressPolicy,
  ) {
    // Where the operator has opened networks the agents' own lists would close them again: then the guard alone decides.
    const opened = { allowPrivateIPAddress: policy.opensNetworks, allowMetaIPAddress: policy.opensNetworks };
    const kept = { keepAlive: true, maxFreeSockets: IDLE_SOCKETS_EACH, timeout: IDLE_MS, scheduling: 'lifo' } as const;
    const options = { ...kept, ...opened, lookup: guard.lookup };
    this.agents = { 'http:': new RequestFilteringHttpAgent(options), 'https:': new RequestFilteringHttpsAgent(options) };
  }

  /** Never rejects: whatever happens is a result. */
  async send(
    request: WebhookRequest,
    limits: SendLimits = { connectMs: CONNECT_MS, totalMs: TOTAL_MS },
  ): Promise<AttemptResult> {
    const at = new Date();
    const started = performance.now();
    const latency = (): number => Math.round(performance.now() - started);
    try {
      const url = new URL(request.url);
      this.guard.checkHost(url);
      const answer = await this.exchangeAgain(url, request, limits);
      return { at, latencyMs: latency(), ...answer, error: refusal(answer.statusCode ?? 0) };
    } catch (error) {
      const { statusCode = null, message } = describeFailure(error);
      return { at, latencyMs: latency(), statusCode, error: message, response: null };
    }
  }

  onApplicationShutdown(): void {
    this.agents['http:'].destroy();
    this.agents['https:'].destroy();
  }

  /** A kept connection that the endpoint closed just now says nothing of the endpoint: once more on a new one. */
  private async exchangeAgain(url: URL, request: WebhookRequest, limits: SendLimits): Promise<Answer> {
    const once = (): Promise<Answer> => this.exchange(url, request, limits);
    return once().catch((error: unknown) => {
      if (error instanceof SendFailure && error.staleConnection) return once();
      throw error;
    });
  }

  private async exchange(url: URL, { headers, body }: WebhookRequest, limits: SendLimits): Promise<Answer> {
    const secure = url.protocol === 'https:';
    const options: RequestOptions = {
      method: 'POST',
      agent: this.agents[secure ? 'https:' : 'http:'],
      headers: { ...headers, 'content-length': String(Buffer.byteLength(body)) },
    };
    return new Promise((resolve, reject) => {
      const sent = (secure ? httpsRequest : httpRequest)(url, options);
      const fail = (failure: unknown): void => {
        reject(failure as Error);
        sent.destroy();
      };
      const timers = [
        setTimeout(() => fail(new SendFailure(`no answer within ${limits.totalMs / 1_000} s`)), limits.totalMs),
        setTimeout(() => fail(new SendFailure(`no connection within ${limits.connectMs / 1_000} s`)), limits.connectMs),
      ] as const;
      sent.once('socket', (socket) => {
        const connected = (): void => clearTimeout(timers[1]);
        if (sent.reusedSocket) connected();
        else socket.once(secure ? 'secureConnect' : 'connect', connected);
      });
      let answered = false;
      sent.once('response', (response) => {
        answered = true;
        readAnswer(response).then(resolve, fail);
      });
      sent.once('upgrade', () => fail(new SendFailure('answered 101', 101)));
      sent.once('error', (cause) => fail(SendFailure.of(cause, sent.reusedSocket)));
      sent.once('close', () => {
        timers.forEach(clearTimeout);
        if (!answered) reject(new SendFailure('connection closed early'));
      });
      sent.end(body);
    });
  }
}

async function readAnswer(response: IncomingMessage): Promise<Answer> {
  const excerpt = await readExcerpt(response);
  return {
    statusCode: response.statusCode ?? null,
    response: excerpt,
    retryAfterMs: retryAfterMs(response.headers['retry-after'], new Date()),
  };
}

function refusal(status: number): string | null {
  if (status >= 200 && status < 300) return null;
  return status >= 300 && status < 400 ? `answered ${status}: redirects are not followed` : `answered ${status}`;
}
