import { RouteConfig } from '@nestjs/platform-fastify';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** It changes nothing, regardless of its method. */
    onlyReads?: boolean;
  }
}

/** A POST that changes nothing, such as a search: as with a GET, its work ends where the client hangs up. */
export const OnlyReads = (): MethodDecorator => RouteConfig({ onlyReads: true });
