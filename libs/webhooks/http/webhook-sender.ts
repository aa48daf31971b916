import { Agent as HttpAgent, request as httpRequest } from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import { Injectable } from '@nestjs/common';
import { RequestFilteringHttpAgent, RequestFilteringHttpsAgent } from 'request-filtering-agent';
import { AddressPolicy } from './address-policy.js';
import type { AttemptResult } from './attempt-result.js';
import { exchange, type Answer, type SendLimits, type StartedLimits } from './http-exchange.js';
import { describeFailure, SendFailure } from './send-failure.js';
import { SsrfGuard } from './ssrf.guard.js';

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

/**
 * Sends one request to an endpoint: to allowed addresses only, redirects not followed, within 5 s for the connection
 * and 15 s in all. Connections are kept for the next delivery.
 */
@Injectable()
export class WebhookSender {
  private readonly agents: { readonly 'http:': HttpAgent; readonly 'https:': HttpsAgent };

  constructor(
    private readonly guard: SsrfGuard,
    policy: AddressPolicy,
  ) {
    // Where the operator has opened networks the agents' own lists would close them again: then the guard alone decides.
    const opened = { allowPrivateIPAddress: policy.opensNetworks, allowMetaIPAddress: policy.opensNetworks };
    const kept = { keepAlive: true, maxFreeSockets: IDLE_SOCKETS_EACH, timeout: IDLE_MS, scheduling: 'lifo' } as const;
    const options = { ...kept, ...opened, lookup: guard.lookup };
    this.agents = {
      'http:': new RequestFilteringHttpAgent(options),
      'https:': new RequestFilteringHttpsAgent(options),
    };
  }

  /** Never rejects: every failure is a result. */
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
      const answer = await this.exchangeAgain(url, request, limits, started);
      return { at, latencyMs: latency(), ...answer, error: refusal(answer.statusCode ?? 0) };
    } catch (error) {
      const { statusCode = null, message } = describeFailure(error);
      return { at, latencyMs: latency(), statusCode, error: message, response: null };
    }
  }

  /** Ends every connection, also those in use. */
  close(): void {
    this.agents['http:'].destroy();
    this.agents['https:'].destroy();
  }

  /**
   * A kept connection that the endpoint closed just now says nothing of the endpoint: once more on a new one, within the
   * time that the first try has left.
   */
  private async exchangeAgain(
    url: URL,
    request: WebhookRequest,
    limits: SendLimits,
    startedAt: number,
  ): Promise<Answer> {
    const once = (): Promise<Answer> => this.exchange(url, request, { ...limits, startedAt });
    return once().catch((error: unknown) => {
      if (error instanceof SendFailure && error.staleConnection) return once();
      throw error;
    });
  }

  private async exchange(url: URL, { headers, body }: WebhookRequest, limits: StartedLimits): Promise<Answer> {
    const secure = url.protocol === 'https:';
    const sent = (secure ? httpsRequest : httpRequest)(url, {
      method: 'POST',
      agent: this.agents[secure ? 'https:' : 'http:'],
      headers: { ...headers, 'content-length': String(Buffer.byteLength(body)) },
    });
    return exchange(sent, body, limits);
  }
}

function refusal(status: number): string | null {
  if (status >= 200 && status < 300) return null;
  return status >= 300 && status < 400 ? `answered ${status}: redirects are not followed` : `answered ${status}`;
}
