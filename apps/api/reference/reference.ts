import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { OpenAPIObject } from '@nestjs/swagger';
import { readAssets } from './reference-assets.js';
import { PAGE_POLICY, referencePage } from './reference-page.js';
import { contentOf, sendContent } from './served-content.js';

/** Content whose name has its hash in it never changes. */
const FOREVER = 'public, max-age=31536000, immutable';
/** Kept, but checked each time. */
const REVALIDATED = 'no-cache';

/**
 * Serves the API reference at /docs, and the document that it shows at /openapi.json. Nothing is read, compressed or kept
 * in memory before the first request for it.
 */
export function setUpReference(app: NestFastifyApplication, document: OpenAPIObject): void {
  const fastify = app.getHttpAdapter().getInstance();
  const assets = once(readAssets);
  const page = once(async () => contentOf('text/html; charset=utf-8', referencePage(await assets())));
  const json = once(() => contentOf('application/json; charset=utf-8', JSON.stringify(document)));

  fastify.get('/openapi.json', async (request, reply) => {
    return sendContent(request, reply.header('cache-control', REVALIDATED), await json());
  });
  fastify.get('/docs', async (request, reply) => {
    const content = await page();
    // Instead of the policy of the API, which is set on the raw response before a route is known.
    reply.raw.setHeader('Content-Security-Policy', PAGE_POLICY);
    return sendContent(request, reply.header('cache-control', REVALIDATED), content);
  });
  fastify.get<{ Params: { name: string } }>('/docs/assets/:name', async (request, reply) => {
    const content = (await assets()).contents.get(request.params.name);
    if (content === undefined) return reply.callNotFound();
    return sendContent(request, reply.header('cache-control', FOREVER), content);
  });
}

/** What a function gives, made when it is first needed. A failure is not kept. */
function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined;
  return () => {
    made ??= make().catch((error: unknown) => {
      made = undefined;
      throw error;
    });
    return made;
  };
}
