import { Public } from '@mneme/platform/auth';
import { AppConfig } from '@mneme/platform/config';
import { Controller, Get, Req, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { METADATA_PATH, requiredProtectedResource } from './http/protected-resource.js';
import { publicUrl } from './http/public-url.js';

/** For clients that obtain a user's token by themselves: who gives it out. In the form of RFC 9728, without an envelope. */
@ApiExcludeController()
@Public()
@Controller(METADATA_PATH)
export class ProtectedResourceController {
  constructor(private readonly config: AppConfig) {}

  @Get()
  async root(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    await reply.send(requiredProtectedResource(this.config, publicUrl(this.config, request)));
  }

  @Get('mcp')
  async ofMcp(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    await reply.send(requiredProtectedResource(this.config, publicUrl(this.config, request)));
  }
}
