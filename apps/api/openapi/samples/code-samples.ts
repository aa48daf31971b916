import type { OpenAPIObject } from '@nestjs/swagger';
import { operationsOf } from '../operations.js';
import { curlSample } from './curl.js';
import { pythonSample } from './python.js';
import { sampleCall } from './sample-call.js';
import { typescriptSample } from './typescript.js';

/** Where `npm start` listens. */
const LOCAL = 'http://127.0.0.1:3000';
/** The sample tenant, which the examples are about. */
const TENANT = '00000000-0000-0000-0000-000000000001';

/** Adds to each operation its examples as a request in the languages that have a client. */
export function withCodeSamples(document: OpenAPIObject, base = LOCAL): OpenAPIObject {
  for (const placed of operationsOf(document)) {
    const call = sampleCall(placed);
    Object.assign(placed.operation, {
      'x-codeSamples': [
        { lang: 'shell', label: 'curl', source: curlSample(call, base) },
        { lang: 'typescript', label: 'TypeScript', source: typescriptSample(call, base, TENANT) },
        { lang: 'python', label: 'Python', source: pythonSample(call, base, TENANT) },
      ],
    });
  }
  return document;
}
