import { Injectable } from '@nestjs/common';
import type { FastifyInstance, FastifyRequest } from 'fastify';

type Headers = Readonly<Record<string, string | number>>;

/** Who is answered. */
export interface Asked {
  readonly ip: string;
  /** Undefined where what came was no HTTP request. */
  readonly request: FastifyRequest | undefined;
}

/** Makes headers for an answer; it only looks at what the process knows already. */
type HeaderMaker = (asked: Asked) => Headers;

declare module 'fastify' {
  interface FastifyInstance {
    /** Set once the application has been put together. */
    answerHeaders?: AnswerHeaders;
  }
}

/** Headers that every answer carries: also unknown routes, refused bodies, and what never became a request. */
@Injectable()
export class AnswerHeaders {
  private readonly makers: HeaderMaker[] = [];

  add(maker: HeaderMaker): void {
    this.makers.push(maker);
  }

  of(asked: Asked): Headers {
    return Object.assign({}, ...this.makers.map((make) => make(asked))) as Headers;
  }

  /** Answers that Fastify makes before it knows a route go past its hooks: they ask the decoration. */
  attachTo(fastify: FastifyInstance): void {
    fastify.decorate('answerHeaders', this as AnswerHeaders);
    fastify.addHook('onSend', (request, reply, _payload, done) => {
      reply.headers(this.of({ ip: request.ip, request }));
      done();
    });
  }
}
