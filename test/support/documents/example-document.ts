import { SchemaCheck, type JsonSchema } from './example-schema.js';

export const NDJSON = 'application/x-ndjson';

interface Content {
  readonly content: Readonly<Record<string, { readonly schema: JsonSchema }>>;
}

export interface DocumentedResponse extends Content {
  /** Of a failure: its codes, parted by commas. */
  readonly description: string;
  readonly headers?: Readonly<Record<string, unknown>>;
}

export interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly required: boolean;
  readonly schema: JsonSchema;
}

interface RawOperation {
  readonly operationId: string;
  readonly summary: string;
  readonly 'x-required-scope': string;
  readonly parameters: readonly Parameter[];
  readonly requestBody?: Content & { readonly required?: boolean };
  readonly responses: Readonly<Record<string, DocumentedResponse>>;
}

export interface OpenApi {
  readonly openapi: string;
  readonly info: { readonly title: string; readonly version: string };
  readonly paths: Readonly<Record<string, Readonly<Record<string, RawOperation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, JsonSchema>> };
}

/** One operation of the document. */
export interface Operation extends RawOperation {
  /** `GET /api/v1/memories/{id}` */
  readonly name: string;
  readonly method: string;
  readonly path: string;
}

/** The OpenAPI document of a running service. */
export class ExampleDocument {
  readonly operations: readonly Operation[];
  readonly check: SchemaCheck;

  constructor(readonly raw: OpenApi) {
    this.check = new SchemaCheck(raw.components.schemas);
    this.operations = Object.entries(raw.paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => {
        const upper = method.toUpperCase();
        return { ...operation, name: `${upper} ${path}`, method: upper, path };
      }),
    );
  }

  static async of(url: string): Promise<ExampleDocument> {
    return new ExampleDocument((await (await fetch(`${url}/openapi.json`)).json()) as OpenApi);
  }

  /** The body that the examples make; undefined where the operation takes none. */
  exampleBody({ requestBody }: Operation): Record<string, unknown> | undefined {
    const json = requestBody?.content['application/json'];
    if (json === undefined) return undefined;
    const { properties = {} } = this.check.resolve(json.schema);
    return examplesOf(Object.entries(properties));
  }

  /** The body of an operation that takes NDJSON. */
  exampleLines({ requestBody }: Operation): string | undefined {
    const example = requestBody?.content[NDJSON]?.schema.example;
    return typeof example === 'string' ? example : undefined;
  }

  /** The query that the examples make. */
  exampleQuery({ parameters }: Operation): Record<string, unknown> {
    const query = parameters.filter((parameter) => parameter.in === 'query');
    return examplesOf(query.map(({ name, schema }) => [name, schema]));
  }
}

/** Where a field has no example its default is one. */
function examplesOf(fields: readonly (readonly [string, JsonSchema])[]): Record<string, unknown> {
  const examples = fields.map(([name, schema]) => [name, schema.example ?? schema.default] as const);
  return Object.fromEntries(examples.filter(([, example]) => example !== undefined));
}
