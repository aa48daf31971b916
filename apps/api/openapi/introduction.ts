/** What a reader of the document needs before the first call; docs/reference has the rest. */
export const INTRODUCTION = `Mneme stores memories for assistants and agents, and finds them by meaning.

## Credentials

Send an API key or a JWT as \`Authorization: Bearer <token>\`. \`x-required-scope\` of an operation names the scope that the credential needs. In the embedded mode, the start prints an API key and writes it to \`.mneme/dev-key\`.

## Tenants

A request acts for the tenant of its credential. Where an operation takes a \`tenantId\`, it must be that tenant. The examples use the sample tenant \`00000000-0000-0000-0000-000000000001\`, which the first start of the embedded mode creates with everything that the examples name.

## Responses and errors

Every response is \`{ success, data, metadata }\` or \`{ success, errors, metadata }\`. \`errors\` lists every error as \`{ code, message, field? }\`. Handle errors by \`code\`; messages can change. \`metadata.request_id\` also identifies the request in the log of the service. Unknown fields of a body and unknown query parameters are errors.

## Limits

Every response carries \`X-RateLimit-Limit\`, \`X-RateLimit-Remaining\` and \`X-RateLimit-Reset\`. After a 429, wait the number of seconds in \`X-RateLimit-Retry-After\`. A body has at most 1 MiB, unless it is an import.

## Idempotency

Operations that create something take an \`Idempotency-Key\`: any text of up to 255 characters that you choose, such as a UUID. If the same request arrives again with the same key within 24 hours, the service returns the first response and does nothing. Another request with that key is an error.

## Paging

Lists take \`limit\`, and \`page\` or \`cursor\`. Follow \`nextCursor\` to read all of a list: entries that are added or removed meanwhile shift no page. Where a list has no cursor, increase \`page\` while \`hasNext\` is true.

## Compatibility

Within \`v1\`, responses can get new fields and new values of enums. Nothing that is documented here is removed or becomes stricter.`;
