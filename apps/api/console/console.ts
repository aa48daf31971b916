import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** Where `npm run build` leaves the console: beside dist/, which each build of the service empties. */
const FOLDER = join(import.meta.dirname, '../../../../dist-console');

/** What the page may do: run and draw what came from this origin, and call this origin. Nothing inline, nothing from elsewhere. */
const PAGE_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "connect-src 'self'",
  "img-src 'self' data:",
  "font-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join(';');

/**
 * Serves the built console at /console. Every address below it is the same page, so that links into it work; only what has a
 * hash of its content in its name is kept by browsers.
 * @returns whether there is one: after `nest build` alone there is not
 */
export async function setUpConsole(app: NestFastifyApplication): Promise<boolean> {
  if (!existsSync(join(FOLDER, 'index.html'))) return false;
  const page = await readFile(join(FOLDER, 'index.html'), 'utf8');
  const fastify = app.getHttpAdapter().getInstance();
  await fastify.register(fastifyStatic, {
    root: join(FOLDER, 'assets'),
    prefix: '/console/assets/',
    index: false,
    decorateReply: false,
    preCompressed: true,
    immutable: true,
    maxAge: '365d',
  });
  const answer = (request: FastifyRequest, reply: FastifyReply): FastifyReply => {
    // Instead of the policy of the API, which is set on the raw response before a route is known.
    reply.raw.setHeader('Content-Security-Policy', PAGE_POLICY);
    return reply
      .header('cache-control', 'no-cache')
      .type('text/html; charset=utf-8')
      .send(page.replaceAll('"./assets/', `"${wayToConsole(request.url)}assets/`));
  };
  fastify.get('/console', answer);
  fastify.get('/console/*', answer);
  return true;
}

/** From a page of the console to /console/, relative: a proxy may serve all of it behind a path that is not known here. */
function wayToConsole(url: string): string {
  const [path = ''] = url.split('?');
  const depth = path.split('/').length - 2;
  return depth === 0 ? 'console/' : '../'.repeat(depth - 1) || './';
}
