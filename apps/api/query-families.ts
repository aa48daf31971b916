import type { OpenAPIObject } from '@nestjs/swagger';

interface Parameter {
  readonly propertyNames?: unknown;
  readonly schema?: object;
}

/**
 * A field that stands for a family of parameters (`metadata.userId=anna`) is published as an object of them: in OpenAPI's
 * style for queries each of its properties is a parameter of its own. The generator leaves the rule on their names beside
 * the schema instead of in it.
 */
export function withQueryFamilies(document: OpenAPIObject): OpenAPIObject {
  for (const path of Object.values(document.paths)) {
    for (const operation of Object.values(path) as { parameters?: Parameter[] | undefined }[]) {
      operation.parameters = operation.parameters?.map(({ propertyNames, ...parameter }) =>
        propertyNames === undefined ? parameter : { ...parameter, schema: { ...parameter.schema, propertyNames } },
      );
    }
  }
  return document;
}
