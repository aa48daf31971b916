import { AppConfig } from '@mneme/platform/config';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { refusalOf } from './browser-guard.js';
import { asJsonRpcError, jsonRpcError } from './json-rpc-error.js';
import { challenge } from './protected-resource.js';
import { publicUrl } from './public-url.js';

const ROUTE = '/mcp';
const UNAUTHORIZED = 401;
const FORBIDDEN = 403;

/** What is different about requests to /mcp before and after their handler: browsers are kept out, and errors are those of JSON-RPC. */
@Injectable()
export class McpHttpHooks implements OnModuleInit {
  constructor(
    private readonly host: HttpAdapterHost,
    private readonly config: AppConfig,
  ) {}

  /** The command line may have no HTTP. */
  onModuleInit(): void {
    const adapter = this.host.httpAdapter as HttpAdapterHost['httpAdapter'] | undefined;
    const fastify = adapter?.getInstance<FastifyInstance>();
    fastify?.addHook('onRequest', (request, reply, done) => {
      const refusal = isMcp(request) ? refusalOf(request.headers, this.config) : undefined;
      if (refusal === undefined) done();
      else void reply.status(FORBIDDEN).type('application/json').send(jsonRpcError(refusal));
    });
    fastify?.addHook('onSend', (request, reply, payload, done) => {
      if (isMcp(request) && reply.errorCode !== undefined && typeof payload === 'string') {
        this.challenge(request, reply);
        done(null, asJsonRpcError(payload));
      } else done(null, payload);
    });
  }

  private challenge(request: FastifyRequest, reply: FastifyReply): void {
    if (reply.statusCode !== UNAUTHORIZED) return;
    const isInvalid = reply.errorCode === 'AUTH_INVALID';
    reply.header('www-authenticate', challenge(this.config, publicUrl(this.config, request), isInvalid));
  }
}

function isMcp({ routeOptions }: FastifyRequest): boolean {
  return routeOptions.url === ROUTE;
}
