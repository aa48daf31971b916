// Writes apps/api/reference/assets/scalar.js.{br,gz}: the script of the API reference, as the pinned package
// @scalar/fastify-api-reference serves it, compressed once instead of at each start. Usage: npm run reference [-- --check]
import { readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, brotliDecompressSync, constants, gunzipSync, gzipSync } from 'node:zlib';
import reference from '@scalar/fastify-api-reference';
import Fastify from 'fastify';

const FOLDER = join(dirname(fileURLToPath(import.meta.url)), '../apps/api/reference/assets');

const fastify = Fastify();
await fastify.register(reference, { routePrefix: '/docs', configuration: { url: '/openapi.json' } });
const { statusCode, rawPayload } = await fastify.inject('/docs/js/scalar.js');
if (statusCode !== 200) throw new Error(`the package answers ${statusCode}`);
const [br, gz] = ['scalar.js.br', 'scalar.js.gz'].map((name) => join(FOLDER, name));
if (process.argv.includes('--check')) {
  const kept = [brotliDecompressSync(await readFile(br)), gunzipSync(await readFile(gz))];
  if (!kept.every((each) => each.equals(rawPayload)))
    throw new Error('not the script of the package: run npm run reference');
} else {
  const params = { [constants.BROTLI_PARAM_LGWIN]: 24, [constants.BROTLI_PARAM_SIZE_HINT]: rawPayload.length };
  await writeFile(br, brotliCompressSync(rawPayload, { params }));
  await writeFile(gz, gzipSync(rawPayload, { level: 9 }));
}
