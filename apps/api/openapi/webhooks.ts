import { getSchemaPath, type OpenAPIObject } from '@nestjs/swagger';
import type { Type } from '@nestjs/common';
import type { EventType } from '@mneme/platform/events';
import { idSchema } from '@mneme/platform/ids';
import { EventMetadataDto, WEBHOOK_TEST, webhookTestShown } from '@mneme/webhooks';
import { exampleOf } from './examples.js';
import { schemasOf } from './operations.js';
import type { Json } from './walk.js';

type Event = Pick<EventType, 'name' | 'shown'>;

const TEST: Event = { name: WEBHOOK_TEST, shown: webhookTestShown };

const header = (description: string, schema: Json, required = true): Json => ({
  in: 'header',
  required,
  description,
  schema,
  ...('example' in schema ? { example: schema['example'] } : {}),
});

/** What every delivery carries; `webhook-id`, `-timestamp` and `-signature` are those of Standard Webhooks 1.0. */
const HEADERS: Readonly<Record<string, Json>> = {
  'webhook-id': header('Identifies the event. The same in each attempt: handle each value once', {
    ...idSchema('evt'),
    example: 'evt_01m7ydf69xfzy8584a2hq2abwr',
  }),
  'webhook-timestamp': header('Unix time in seconds of the attempt. Refuse old ones', {
    type: 'string',
    pattern: '^[0-9]+$',
    example: '1795243350',
  }),
  'webhook-signature': header(
    'HMAC-SHA256 of `<webhook-id>.<webhook-timestamp>.<body>` in base64, with the version `v1`. After a rotation, one for each secret, separated by spaces',
    {
      type: 'string',
      pattern: '^v1,[A-Za-z0-9+/=]+( v1,[A-Za-z0-9+/=]+)*$',
      example: 'v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=',
    },
  ),
  'user-agent': header('Name and version of the sender', { type: 'string', example: 'Mneme-Webhooks/1.0' }),
  traceparent: header(
    'W3C trace context. Only if the service is traced',
    { type: 'string', example: '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01' },
    false,
  ),
};

/** The classes that describe the payloads; the generator makes schemas of them. */
export function eventModels(events: readonly EventType[]): Type[] {
  return [EventMetadataDto, ...[...events, TEST].flatMap(({ shown }) => (shown === undefined ? [] : [shown.data]))];
}

/** The section `webhooks`: what an endpoint receives for each event, and `WebhookEvent`, which is any of them. */
export function withWebhooks(document: OpenAPIObject, declared: readonly EventType[]): OpenAPIObject {
  const events: Event[] = [...declared, TEST];
  const schemas = schemasOf(document);
  for (const event of events) schemas[schemaName(event)] = payloadOf(event);
  const references = events.map((event) => ({ $ref: getSchemaPath(schemaName(event)) }));
  schemas['WebhookEvent'] = {
    description: 'The body of a delivery. `event` says which',
    oneOf: references,
    discriminator: {
      propertyName: 'event',
      mapping: Object.fromEntries(events.map((event, at) => [event.name, references[at]?.$ref])),
    },
  };
  const parameters = Object.entries(HEADERS).map(([name, parameter]) => [name, { name, ...parameter }] as const);
  document.components = { ...document.components, parameters: Object.fromEntries(parameters) as never };
  document.webhooks = Object.fromEntries(
    events.map((event) => [event.name, { post: operationOf(event, schemas) }]),
  ) as never;
  return document;
}

function payloadOf({ name, shown }: Event): Json {
  return {
    type: 'object',
    description: shown?.description ?? `The event \`${name}\`.`,
    required: ['event', 'data', 'metadata'],
    properties: {
      event: { type: 'string', enum: [name], description: 'Name of the event' },
      data: {
        ...(shown === undefined ? { type: 'object', additionalProperties: true } : { $ref: getSchemaPath(shown.data) }),
        description: 'What it is about',
      },
      metadata: { $ref: getSchemaPath(EventMetadataDto), description: 'About the event' },
    },
  };
}

function operationOf(event: Event, schemas: Readonly<Record<string, Json>>): Json {
  const schema = { $ref: getSchemaPath(schemaName(event)) };
  return {
    operationId: `events.${event.name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase())}`,
    summary: event.name,
    description: event.shown?.description ?? `The event \`${event.name}\`.`,
    tags: ['Webhooks'],
    security: [],
    parameters: Object.keys(HEADERS).map((name) => ({ $ref: `#/components/parameters/${name}` })),
    requestBody: {
      required: true,
      description: 'The event',
      content: { 'application/json': { schema, example: exampleOf(schema, schemas) } },
    },
    responses: {
      '2XX': { description: 'The event is accepted. The body of the answer does not matter.' },
      default: {
        description:
          'Any other answer, or none within 15 s, is a failed attempt. Attempts are repeated for three days.',
      },
    },
  };
}

/** `memory.created` → `MemoryCreatedEvent`. */
function schemaName({ name }: Event): string {
  const words = name.split(/[._]/).map((word) => word.charAt(0).toUpperCase() + word.slice(1));
  return `${words.join('')}Event`;
}
