import { Controller, Get, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { Public } from '../../auth/auth.decorators.js';
import { Metrics } from './metrics.js';

/** For Prometheus: its text format and no envelope. Not for the internet; docs/operate/monitoring.md says how to keep it in. */
@ApiExcludeController()
@Public()
@Controller('metrics')
export class MetricsController {
  constructor(private readonly metrics: Metrics) {}

  @Get()
  async read(@Res() reply: FastifyReply): Promise<FastifyReply> {
    return reply.type(this.metrics.registry.contentType).send(await this.metrics.text());
  }
}
