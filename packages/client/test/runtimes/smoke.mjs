// The built client in one runtime: stores, finds, lists, imports, exports, refuses and verifies. Takes the service from
// MNEME_URL, MNEME_API_KEY and MNEME_TENANT. Exits 1 where anything is not as it should be.
import { recordsFrom } from '../../dist/import.js';
import { Mneme, NotFoundError, unwrapWebhook, WebhookVerificationError } from '../../dist/index.js';

const runtime = globalThis.Deno ? `Deno ${globalThis.Deno.version.deno}` : globalThis.Bun ? `Bun ${globalThis.Bun.version}` : `Node.js ${process.version}`; // prettier-ignore
const mneme = new Mneme();
const tag = `runtime ${runtime}`;

function check(isTrue, what) {
  if (!isTrue) throw new Error(`${runtime}: ${what}`);
}

const { data, response } = await mneme.memories
  .create({ content: `Written by ${runtime}`, type: 'semantic', tags: [tag] })
  .withResponse();
check(response.status === 201 && response.etag === '"v1"' && response.requestId.startsWith('req_'), 'create');
const { results } = await mneme.memories.search(`who wrote by ${runtime}?`, { tags: [tag] });
check(results[0]?.id === data.id, 'search');

const records = async function* () {
  for (let i = 0; i < 1_200; i++) yield { content: `note ${i} of ${runtime}`, type: 'task', tags: [tag] };
};
check((await mneme.memories.import(records())).created === 1_200, 'import');
let exported = 0;
for await (const { content } of mneme.memories.export({ tags: [tag] })) exported += Number(content.includes(runtime));
check(exported === 1_201, 'export');
let listed = 0;
for await (const { type } of mneme.memories.list({ tags: [tag], type: 'task' })) listed += Number(type === 'task');
check(listed === 1_200, 'list');

const zip = Uint8Array.from(atob('UEsDBBQAAAAIAAAAIVzMsNS7KgAAAD8AAAAJAAAAZHVtcC5qc29uq1YqSi0uzSkpVrKKrlbKTFGyUjJU0lHKTc3NL6oEckpSExVwYKXa2FoAUEsBAhQDFAAAAAgAAAAhXMyw1LsqAAAAPwAAAAkAAAAAAAAAAAAAAIABAAAAAGR1bXAuanNvblBLBQYAAAAAAQABADcAAABRAAAAAAA='), (byte) => byte.charCodeAt(0)); // prettier-ignore
const dumped = [];
for await (const { externalId } of recordsFrom(new Blob([zip]).stream())) dumped.push(externalId);
check(dumped.join() === 'mem0:1', 'an archive of another system');

const missing = await mneme.memories.get('mem_01h455vb4pex5vsknk084sn02q').catch((error) => error);
check(missing instanceof NotFoundError && missing.status === 404, 'errors');
const lost = new Mneme({ apiKey: 'x', tenantId: 'x', baseUrl: 'http://127.0.0.1:49151', maxRetries: 1 });
const unreachable = await lost.webhooks.test('wh_1').catch((error) => error);
check(unreachable.name === 'ConnectionError' && unreachable.attempts === 2, 'a refused connection is tried again');
const aborted = await mneme.memories
  .count({}, { signal: AbortSignal.abort(new Error('enough')) })
  .catch((error) => error);
check(aborted.message === 'enough', 'abort');

const body = '{"event":"webhook.test","data":{},"metadata":{}}';
const headers = { 'webhook-id': 'evt_1', 'webhook-timestamp': `${Math.floor(Date.now() / 1_000)}` };
const key = await crypto.subtle.importKey('raw', new TextEncoder().encode('secret'), { name: 'HMAC', hash: 'SHA-256' }, false, ['sign']); // prettier-ignore
const signed = new TextEncoder().encode(`${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`);
const signature = btoa(String.fromCharCode(...new Uint8Array(await crypto.subtle.sign('HMAC', key, signed))));
headers['webhook-signature'] = `v1,${signature}`;
check((await unwrapWebhook(body, headers, 'secret')).event === 'webhook.test', 'webhook');
const forged = await unwrapWebhook(`${body} `, headers, 'secret').catch((error) => error);
check(forged instanceof WebhookVerificationError, 'forged webhook');

check((await mneme.memories.deleteMany({ filter: { tags: [tag] } })).matched === 1_201, 'deletion');
console.log(`${runtime}: ok`);
