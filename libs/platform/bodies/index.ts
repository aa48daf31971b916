export { parseJson } from './json-body.js';
export { NdjsonBody, Streamed, StreamedNdjson } from './streamed.decorator.js';
