import { SchemaCheck, type JsonSchema } from './example-schema.js';

export const NDJSON = 'application/x-ndjson';

/** By their names; one may refer to `components.examples`. */
type Examples = Readonly<Record<string, { readonly $ref?: string; readonly value?: unknown }>>;

/** A body in one form. */
interface Media {
  readonly schema: JsonSchema;
  readonly example?: unknown;
  readonly examples?: Examples;
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
  readonly components: {
    readonly schemas: Readonly<Record<string, JsonSchema>>;
    readonly examples: Examples;
  };
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
        const responses = withExamples(operation.responses, raw.components.examples);
        return { ...operation, responses, name: `${upper} ${path}`, method: upper, path };
      }),
    );
  }

  static async of(url: string): Promise<ExampleDocument> {
    const raw = (await (await fetch(`${url}/openapi.json`)).json()) as OpenApi;
    return new ExampleDocument(raw);
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

/** The responses with their examples in place of references to them. */
function withExamples(responses: RawOperation['responses'], shared: Examples): RawOperation['responses'] {
  const resolved = (examples: Examples): Examples =>
    Object.fromEntries(
      Object.entries(examples).map(([name, { $ref = '', ...own }]) => [
        name,
        shared[$ref.split('/').at(-1) ?? ''] ?? own,
      ]),
    );
  return Object.fromEntries(
    Object.entries(responses).map(([status, response]) => {
      const content = Object.entries(response.content).map(([type, media]) => [
        type,
        media.examples === undefined ? media : { ...media, examples: resolved(media.examples) },
      ]);
      return [status, { ...response, content: Object.fromEntries(content) as Content['content'] }];
    }),
  );
}
