/** What a reader of the document needs before the first call; docs/reference has the rest. */
export const INTRODUCTION = `Mneme stores memories for assistants and agents, and finds them by meaning.

**Credentials.** Send an API key or a JWT as \`Authorization: Bearer <token>\`. Each operation names the scope that it needs in \`x-required-scope\`. In the embedded mode, the start prints a key, which is also in \`.mneme/dev-key\`.

**Tenants.** A request acts for the tenant of its credential. Where an operation takes a \`tenantId\`, it must be that tenant. The examples use the sample tenant \`00000000-0000-0000-0000-000000000001\`, which a first start of the embedded mode creates.

**Envelope.** Every response is \`{ success, data, metadata }\` or \`{ success, errors, metadata }\`. \`metadata.request_id\` also names the request in the log. Handle errors by their \`code\`; messages can change. Unknown fields of a body and unknown query parameters are refused.

**Limits.** Every response carries \`X-RateLimit-Limit\`, \`X-RateLimit-Remaining\` and \`X-RateLimit-Reset\`. After a 429, wait the number of seconds in \`X-RateLimit-Retry-After\`.

**Retries.** Operations that create something take an \`Idempotency-Key\`. A request that is sent again with the same key within 24 hours is not carried out again.

**Compatibility.** Within \`v1\`, responses can get new fields and new values of enums. Nothing that is documented here is removed or becomes stricter.`;
