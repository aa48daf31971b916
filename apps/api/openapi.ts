import { DocumentBuilder, SwaggerModule, type OpenAPIObject } from '@nestjs/swagger';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { AppConfig } from '@mneme/platform/config';
import { withNullTypes } from './null-types.js';
import { withQueryFamilies } from './query-families.js';

/** Publishes /openapi.json and /docs, made from the very classes that validate. Neither loads anything from elsewhere. */
export function setUpOpenApi(app: NestFastifyApplication, config: AppConfig): void {
  // Made now, so that no request waits for it.
  SwaggerModule.setup('docs', app, document(app, config), {
    jsonDocumentUrl: 'openapi.json',
    yamlDocumentUrl: 'openapi.yaml',
    customSiteTitle: 'Mneme API',
    swaggerOptions: { persistAuthorization: false, displayRequestDuration: true },
  });
}

function document(app: NestFastifyApplication, config: AppConfig): OpenAPIObject {
  const builder = new DocumentBuilder()
    .setOpenAPIVersion('3.1.0')
    .setTitle('Mneme')
    .setDescription('The memory storage service: memories of many tenants, stored and found by meaning.')
    .setVersion('1.0.0')
    .setLicense('Apache-2.0', 'https://www.apache.org/licenses/LICENSE-2.0')
    .addBearerAuth({ type: 'http', scheme: 'bearer', description: 'An API key or a JWT' });
  if (config.baseUrl !== undefined) builder.addServer(config.baseUrl);
  return withNullTypes(withQueryFamilies(SwaggerModule.createDocument(app, builder.build())));
}
