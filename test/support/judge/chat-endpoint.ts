import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A request to the OpenAI chat call, as it came. */
export interface ChatRequest {
  readonly headers: IncomingMessage['headers'];
  readonly body: {
    readonly model: string;
    readonly messages: readonly { readonly role: string; readonly content: string }[];
    readonly [field: string]: unknown;
  };
}

/** A line of the data that a prompt holds, as its JSON. */
export interface PromptLine {
  readonly handle?: string;
  readonly question?: string;
  readonly decision?: string;
  readonly text?: string;
  readonly date?: string;
  readonly type?: string;
}

/** What the endpoint does with a request. */
export type Script = (request: ChatRequest, response: ServerResponse) => void;

/**
 * An endpoint that speaks the OpenAI chat call and does what the test tells it: the scripts in order, each for one request,
 * then the one that stays.
 */
export class ChatEndpoint {
  readonly requests: ChatRequest[] = [];
  /** Taken one a request, first to last. */
  readonly scripts: Script[] = [];
  /** Once the scripts are used up. */
  always: Script = says('{}');
  /** Requests whose connection was closed before they were answered. */
  abandoned = 0;

  private constructor(
    private readonly server: Server,
    readonly key: string,
  ) {}

  static async start(key = 'judge-test-key'): Promise<ChatEndpoint> {
    const server = createServer();
    const endpoint = new ChatEndpoint(server, key);
    server.on('request', (request, response) => void endpoint.answer(request, response));
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return endpoint;
  }

  /** Base address, as INTELLIGENCE_URL. */
  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}/v1`;
  }

  /** What the last request asked, in all messages. */
  get lastPrompt(): string {
    return (
      this.requests
        .at(-1)
        ?.body.messages.map(({ content }) => content)
        .join('\n') ?? ''
    );
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    this.server.close();
    await once(this.server, 'close');
  }

  private async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    response.on('close', () => (this.abandoned += response.writableFinished ? 0 : 1));
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const body = JSON.parse(Buffer.concat(chunks).toString()) as ChatRequest['body'];
    const asked = { headers: request.headers, body };
    this.requests.push(asked);
    if (request.method !== 'POST' || request.url !== '/v1/chat/completions') response.writeHead(404).end();
    else if (request.headers.authorization !== `Bearer ${this.key}`) response.writeHead(401).end('{"error":{}}');
    else (this.scripts.shift() ?? this.always)(asked, response);
  }
}

/** A completion with this text. */
export function says(text: string | null, more: object = {}, usage: object = USAGE): Script {
  return (_, response) => {
    const choice = { index: 0, finish_reason: 'stop', message: { role: 'assistant', content: text }, ...more };
    json(response, { object: 'chat.completion', choices: [choice], usage });
  };
}

const USAGE = { prompt_tokens: 900, completion_tokens: 100, total_tokens: 1_000 };

/** What is made of the question: the lines of the data that the request holds. */
export function replies(reply: (lines: readonly PromptLine[]) => unknown): Script {
  return (request, response) => {
    says(JSON.stringify(reply(linesOf(request))))(request, response);
  };
}

export function status(code: number, headers: Record<string, string> = {}): Script {
  return (_, response) => response.writeHead(code, headers).end('{"error":{"message":"as the test wants"}}');
}

/** Takes the request and never answers. */
export const silence: Script = () => undefined;

/** Answers a byte a second, for ever. */
export const drip: Script = (_, response) => {
  response.writeHead(200, { 'content-type': 'application/json' });
  const timer = setInterval(() => response.write(' '), 1_000);
  response.on('close', () => clearInterval(timer));
  response.write(' ');
};

/** Ends the connection in the middle of its answer. */
export const breaksOff: Script = (_, response) => {
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': '1000' });
  response.write('{"choices":', () => response.destroy());
};

/** Ends the connection instead of answering. */
export const hangsUp: Script = (_, response) => response.destroy();

/** An answer of this many bytes. */
export function huge(bytes: number): Script {
  return says('x'.repeat(bytes));
}

/** Any bytes. */
export function raw(text: string): Script {
  return (_, response) => response.writeHead(200, { 'content-type': 'application/json' }).end(text);
}

/** Accepts a request only without these fields. */
export function knowsNot(fields: readonly string[], then: Script): Script {
  return (request, response) => {
    if (fields.some((field) => field in request.body)) status(400)(request, response);
    else then(request, response);
  };
}

/** The lines of the data, between its markers. */
export function linesOf({ body }: ChatRequest): PromptLine[] {
  const user = body.messages.find(({ role }) => role === 'user')?.content ?? '';
  return user
    .split('\n')
    .slice(1, -1)
    .map((line) => JSON.parse(line) as PromptLine);
}

function json(response: ServerResponse, body: object): void {
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}
