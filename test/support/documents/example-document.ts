import { SchemaCheck, type JsonSchema } from './example-schema.js';

export const NDJSON = 'application/x-ndjson';

/** A body in one form. */
interface Media {
  readonly schema: JsonSchema;
  readonly example?: unknown;
  readonly examples?: Readonly<Record<string, { readonly value: unknown }>>;
}

interface Content {
  readonly content: Readonly<Record<string, Media>>;
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
  readonly description?: string;
  readonly example?: unknown;
  readonly schema: JsonSchema;
}

interface RawOperation {
  readonly operationId: string;
  readonly summary: string;
  readonly description: string;
  readonly tags: readonly string[];
  readonly security: readonly Readonly<Record<string, readonly string[]>>[];
  readonly 'x-required-scope': string;
  readonly parameters: readonly Parameter[];
  readonly requestBody?: Content & { readonly required?: boolean; readonly description?: string };
  readonly responses: Readonly<Record<string, DocumentedResponse>>;
}

export interface OpenApi {
  readonly openapi: string;
  readonly info: { readonly title: string; readonly version: string };
  readonly paths: Readonly<Record<string, Readonly<Record<string, RawOperation>>>>;
  readonly webhooks: Readonly<Record<string, { readonly post: RawOperation }>>;
  readonly servers: readonly { readonly url: string }[];
  readonly tags: readonly { readonly name: string; readonly description: string }[];
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

  /** The body that the document shows; undefined where the operation takes none. */
  exampleBody({ requestBody }: Operation): Record<string, unknown> | undefined {
    const example = requestBody?.content['application/json']?.example;
    return example === undefined ? undefined : { ...(example as Record<string, unknown>) };
  }

  /** The body of an operation that takes NDJSON. */
  exampleLines({ requestBody }: Operation): string | undefined {
    const example = requestBody?.content[NDJSON]?.example;
    return typeof example === 'string' ? example : undefined;
  }

  /** The query of a first try: what the operation needs. */
  exampleQuery({ parameters }: Operation): Record<string, unknown> {
    const query = parameters.filter((parameter) => parameter.in === 'query' && parameter.required);
    return Object.fromEntries(query.map(({ name, example }) => [name, example]));
  }
}
