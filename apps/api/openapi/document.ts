import { DocumentBuilder, SwaggerModule, type OpenAPIObject } from '@nestjs/swagger';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { ApiKeysService } from '@mneme/keys';
import { RESPONSE_HEADERS } from '@mneme/platform/answers';
import type { AppConfig } from '@mneme/platform/config';
import { EventCatalog } from '@mneme/platform/events';
import { setUpReference } from '../reference/reference.js';
import { INTRODUCTION } from './introduction.js';
import { withCodeSamples } from './samples/code-samples.js';
import { withNamedSchemas } from './named-schemas.js';
import { withParameters } from './parameters.js';
import { withPlainSchemas } from './plain-schemas.js';
import { withRequestBodies } from './request-bodies.js';
import { withSchemaNames } from './schema-names.js';
import { addSecurity, withSecurity } from './security.js';
import { withSharedExamples } from './shared-examples.js';
import { withTags } from './tags.js';
import { eventModels, withWebhooks } from './webhooks.js';

/** Publishes the document, made from the very classes that validate: as JSON, as YAML and as a reference to read at /docs. */
export function setUpOpenApi(app: NestFastifyApplication, config: AppConfig): void {
  // Made now, so that no request waits for it.
  const document = documentOf(app, config);
  setUpReference(app, document);
  SwaggerModule.setup('', app, document, { ui: false, raw: ['yaml'], yamlDocumentUrl: 'openapi.yaml' });
}

function documentOf(app: NestFastifyApplication, config: AppConfig): OpenAPIObject {
  const scopes = app.get(ApiKeysService).everyScope;
  const { events, names } = app.get(EventCatalog);
  const builder = new DocumentBuilder()
    .setOpenAPIVersion('3.1.0')
    .setTitle('Mneme')
    .setDescription(INTRODUCTION)
    .setVersion('1.0.0')
    .setLicense('Apache-2.0', 'https://www.apache.org/licenses/LICENSE-2.0')
    .addServer(config.baseUrl ?? '/', 'The service that this document comes from');
  addSecurity(builder, scopes);
  const made = SwaggerModule.createDocument(app, builder.build(), {
    autoTagControllers: false,
    extraModels: eventModels(events),
  });
  made.components = { ...made.components, headers: RESPONSE_HEADERS };
  const named = withNamedSchemas(withParameters(made), { Scope: scopes, EventName: names });
  const notifying = withWebhooks(withPlainSchemas(named), events);
  const described = withTags(withSecurity(withRequestBodies(withSchemaNames(notifying))));
  return withSharedExamples(withCodeSamples(described, config.baseUrl));
}
