import { Caller, RequireCredential, type Principal } from '@mneme/platform/auth';
import { Body, Controller, Delete, Get, Post, Req, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { SkipThrottle } from '@nestjs/throttler';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { McpService } from './mcp.service.js';

/**
 * The Model Context Protocol over HTTP. Its requests are not those of the REST API and not in its document; each call of a
 * tool makes one of these, which is limited, counted and logged like any other.
 */
@ApiExcludeController()
@SkipThrottle()
@RequireCredential()
@Controller('mcp')
export class McpController {
  constructor(private readonly mcp: McpService) {}

  @Post()
  async post(
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
    @Caller() caller: Principal,
    @Body() body: unknown,
  ): Promise<void> {
    await reply.send(await this.mcp.answer(request, reply, caller, body));
  }

  /** There are no sessions to listen to. */
  @Get()
  async get(@Req() request: FastifyRequest, @Res() reply: FastifyReply, @Caller() caller: Principal): Promise<void> {
    await reply.send(await this.mcp.answer(request, reply, caller, undefined));
  }

  /** There are no sessions to end. */
  @Delete()
  async delete(@Req() request: FastifyRequest, @Res() reply: FastifyReply, @Caller() caller: Principal): Promise<void> {
    await reply.send(await this.mcp.answer(request, reply, caller, undefined));
  }
}
