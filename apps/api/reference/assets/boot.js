/* global document, location, sessionStorage, Request, Scalar */
// Starts the API reference. The key lives in sessionStorage, and leaves the page for the service's own origin only.
const KEY = 'mneme.apiKey';
/** The service that serves this page, also behind a path. */
const BASE = new URL('.', location.href).href.replace(/\/$/, '');
const METHODS = ['get', 'put', 'post', 'patch', 'delete'];

/** Every request of the page. The key goes nowhere else, whatever a document or a setting says. */
function fetchFromOrigin(input, init) {
  const request = new Request(input, init);
  if (new URL(request.url).origin !== location.origin) {
    return Promise.reject(new TypeError('The reference sends requests to its own origin only.'));
  }
  const [, token] = /^Bearer (\S+)$/.exec(request.headers.get('authorization') ?? '') ?? [];
  if (token !== undefined) sessionStorage.setItem(KEY, token);
  return fetch(request);
}

/**
 * Shows each example once, and that of an optional parameter without sending it: together, they would ask for nothing that
 * exists, and an Idempotency-Key is for one request only.
 */
function shownParameter(parameter) {
  const { example, schema, ...rest } = parameter;
  const { example: _again, ...plain } = schema;
  if (example === undefined) return parameter;
  return { ...rest, schema: plain, examples: { example: { value: example, 'x-disabled': !parameter.required } } };
}

/** The document as this page shows it: samples with its own address, optional parameters switched off. */
function prepared(published) {
  const [{ url }] = published.servers;
  const written = url === '/' ? 'http://127.0.0.1:3000' : url;
  for (const path of Object.values(published.paths)) {
    for (const operation of METHODS.flatMap((method) => path[method] ?? [])) {
      operation.parameters = operation.parameters?.map(shownParameter);
      const scope = operation['x-required-scope'];
      if (scope && scope !== '*') operation.description += `\n\nNeeds the scope \`${scope}\`.`;
      // The schema says the same.
      delete operation.requestBody?.description;
      for (const sample of operation['x-codeSamples'] ?? []) sample.source = sample.source.replaceAll(written, BASE);
    }
  }
  return { ...published, servers: [{ url: BASE }] };
}

function show(content) {
  Scalar.createApiReference('#reference', {
    content,
    customFetch: fetchFromOrigin,
    authentication: {
      preferredSecurityScheme: 'apiKey',
      securitySchemes: { apiKey: { token: sessionStorage.getItem(KEY) ?? '' } },
    },
    // The key stays in this tab, and nothing is asked of any other host.
    persistAuth: false,
    proxyUrl: '',
    telemetry: false,
    withDefaultFonts: false,
    agent: { disabled: true },
    mcp: { disabled: true },
    showDeveloperTools: 'never',
    hideClientButton: true,
    // Samples are those of the document.
    hiddenClients: true,
    documentDownloadType: 'json',
    generateOperationSlug: ({ operationId, path }) => operationId ?? path,
  });
}

fetch('openapi.json')
  .then((response) => response.json())
  .then((published) => show(prepared(published)))
  .catch((error) => {
    document.querySelector('#reference').textContent = `The API reference cannot be shown: ${error.message}`;
  });
