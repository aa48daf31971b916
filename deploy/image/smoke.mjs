// Asks a service from outside whether it is in working order, as `helm test` does: health, documents, refusal of a caller
// without a credential. With MNEME_API_KEY it also stores a memory, finds it and deletes it. Exit code 0 where all hold.
// Usage: [MNEME_API_KEY=…] node smoke.mjs [URL]
import { setTimeout as pause } from 'node:timers/promises';

const base = process.argv[2] ?? `http://127.0.0.1:${process.env.PORT ?? '3000'}`;
const key = process.env.MNEME_API_KEY;
/** For a service that is still starting, and a memory that is not indexed yet. */
const PATIENCE_MS = 60_000;

const call = async (method, path, body) => {
  const headers = {
    ...(key && { authorization: `Bearer ${key}` }),
    ...(body && { 'content-type': 'application/json' }),
  };
  const init = { method, headers, signal: AbortSignal.timeout(10_000), ...(body && { body: JSON.stringify(body) }) };
  const response = await fetch(new URL(path, base), init);
  const answer = await response.json();
  return { status: response.status, answer };
};

/** Tries again until the check holds. */
const check = async (name, attempt) => {
  const end = Date.now() + PATIENCE_MS;
  for (;;) {
    const fault = await attempt().catch((error) => error.cause?.message ?? error.message);
    if (fault === undefined) return console.log(`ok   ${name}`);
    if (Date.now() > end) throw new Error(`${name}: ${fault}`);
    await pause(1_000);
  }
};
const unless = (holds, { status, answer }) =>
  holds ? undefined : `${status} ${JSON.stringify(answer.errors ?? answer).slice(0, 500)}`;

try {
  await check('ready', async () => {
    const asked = await call('GET', '/health/ready');
    return unless(asked.status === 200, asked);
  });
  await check('documents', async () => {
    const asked = await call('GET', '/openapi.json');
    return unless(asked.status === 200 && asked.answer.openapi !== undefined, asked);
  });
  if (key === undefined) {
    await check('a caller without a credential is refused', async () => {
      const asked = await call('GET', '/api/v1/memories?tenantId=smoke');
      return unless(asked.status === 401 && asked.answer.errors?.[0]?.code === 'AUTH_REQUIRED', asked);
    });
  } else {
    await tryMemory();
  }
} catch (error) {
  console.error(`FAIL ${error.message}`);
  process.exitCode = 1;
}

async function tryMemory() {
  const token = await call('GET', '/auth/clerk-token');
  if (token.status !== 200) throw new Error(`the key: ${unless(false, token)}`);
  const { tenantId } = token.answer.data;
  const content = `The lamp in the lighthouse was trimmed: smoke test ${new Date().toISOString()}`;
  const created = await call('POST', '/api/v1/memories', { content, type: 'event', tenantId });
  if (created.status !== 201) throw new Error(`storing a memory: ${unless(false, created)}`);
  const { id } = created.answer.data;
  console.log('ok   a memory is stored');
  try {
    await check('it is found', async () => {
      const found = await call('POST', '/api/v1/memories/search', { query: content, tenantId, limit: 5 });
      return unless(
        found.answer.data?.results.some((result) => result.id === id),
        found,
      );
    });
  } finally {
    const removed = await call('DELETE', `/api/v1/memories/${id}?tenantId=${encodeURIComponent(tenantId)}`);
    if (removed.status !== 200) console.error(`FAIL deleting ${id}: ${unless(false, removed)}`);
    else console.log('ok   it is deleted');
  }
}
