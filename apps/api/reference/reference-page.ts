import type { ReferenceAssets } from './reference-assets.js';

/**
 * What the page may do: run its own scripts, without `eval`, and send requests to its own origin. The reference draws itself
 * with inline styles.
 */
export const PAGE_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join(';');

const ICON =
  'data:image/svg+xml,%3Csvg xmlns=%22http://www.w3.org/2000/svg%22 viewBox=%220 0 32 32%22%3E%3Crect width=%2232%22 height=%2232%22 rx=%227%22 fill=%22%233b5bdb%22/%3E%3Cpath d=%22M8 23V10l8 8 8-8v13%22 fill=%22none%22 stroke=%22white%22 stroke-width=%223%22 stroke-linecap=%22round%22 stroke-linejoin=%22round%22/%3E%3C/svg%3E';

/** The page of the reference. Its addresses are relative, so that it works behind a path of BASE_URL as well. */
export function referencePage({ scalar, boot, style }: Omit<ReferenceAssets, 'contents'>): string {
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="light dark">
    <title>Mneme API reference</title>
    <meta name="description" content="The REST API of Mneme: store memories, find them by meaning, explain decisions.">
    <link rel="icon" href="${ICON}">
    <link rel="stylesheet" href="docs/assets/${style}">
    <script defer src="docs/assets/${scalar}"></script>
    <script defer src="docs/assets/${boot}"></script>
  </head>
  <body>
    <div id="reference"></div>
    <noscript>The reference needs JavaScript. The <a href="openapi.json">OpenAPI document</a> has the same content.</noscript>
  </body>
</html>
`;
}
