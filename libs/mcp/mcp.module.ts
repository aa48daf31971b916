import { Module } from '@nestjs/common';
import { McpHttpHooks } from './http/mcp-http.hooks.js';
import { McpCalls } from './mcp-calls.js';
import { McpController } from './mcp.controller.js';
import { McpService } from './mcp.service.js';
import { ProtectedResourceController } from './protected-resource.controller.js';

/** Memories for assistants that speak the Model Context Protocol. */
@Module({
  controllers: [McpController, ProtectedResourceController],
  providers: [McpCalls, McpHttpHooks, McpService],
})
export class McpModule {}
