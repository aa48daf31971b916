/** The part of JSON Schema that our OpenAPI document uses. */
export interface JsonSchema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly oneOf?: readonly JsonSchema[];
  readonly anyOf?: readonly JsonSchema[];
  readonly not?: JsonSchema;
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  /** `true`: any value; a schema: any name, with such a value. */
  readonly additionalProperties?: boolean | JsonSchema;
  readonly maxProperties?: number;
  readonly propertyNames?: JsonSchema;
  readonly items?: JsonSchema;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly exclusiveMinimum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly pattern?: string;
  readonly format?: string;
  readonly default?: unknown;
  readonly description?: string;
  readonly example?: unknown;
  readonly discriminator?: unknown;
  readonly minProperties?: number;
}

const KNOWN = new Set(
  (
    '$ref type enum oneOf anyOf not properties required additionalProperties maxProperties propertyNames items minimum ' +
    'maximum exclusiveMinimum minLength maxLength minItems maxItems pattern format default description example discriminator minProperties'
  ).split(' '),
);

/** As RFC 3339 has it, which is what a generated client reads: not a date alone, nor a time without seconds. */
const DATE_TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?(Z|[+-]\d{2}:\d{2})$/;

/** Holds values against the schemas of a document. A field that a schema does not name is a fault, unless it allows any. */
export class SchemaCheck {
  constructor(private readonly schemas: Readonly<Record<string, JsonSchema>>) {}

  /** @throws Error where the reference leads nowhere */
  resolve(schema: JsonSchema): JsonSchema {
    const { $ref, ...use } = schema;
    if ($ref === undefined) return schema;
    const found = this.schemas[$ref.replace('#/components/schemas/', '')];
    if (found === undefined) throw new Error(`${$ref} leads nowhere`);
    return { ...this.resolve(found), ...use };
  }

  /** @returns a line for each fault; a keyword that this check does not know is one too */
  faults(value: unknown, schema: JsonSchema, at = '$'): string[] {
    const rule = this.resolve(schema);
    const unknown = Object.keys(rule).filter((keyword) => !KNOWN.has(keyword));
    if (unknown.length > 0) return [`${at}: keyword ${unknown.join(', ')}`];
    if (rule.not !== undefined && this.faults(value, { additionalProperties: true, ...rule.not }, at).length === 0) {
      return [`${at}: not holds`];
    }
    if (rule.oneOf !== undefined) {
      const good = rule.oneOf.filter((option) => this.faults(value, option, at).length === 0);
      return good.length === 1 ? [] : [`${at}: ${good.length} of oneOf hold`];
    }
    if (rule.anyOf !== undefined) {
      const isGood = rule.anyOf.some((option) => this.faults(value, option, at).length === 0);
      return isGood ? [] : [`${at}: none of anyOf holds`];
    }
    if (!hasType(value, rule.type)) return [`${at}: ${JSON.stringify(value)} is not ${String(rule.type)}`];
    if (rule.enum !== undefined && !rule.enum.includes(value)) return [`${at}: ${String(value)} is not in the enum`];
    if (typeof value === 'string') return textFaults(value, rule, at);
    if (typeof value === 'number') return numberFaults(value, rule, at);
    if (Array.isArray(value)) return this.listFaults(value, rule, at);
    return typeof value === 'object' && value !== null ? this.objectFaults(value, rule, at) : [];
  }

  private listFaults(
    value: readonly unknown[],
    { items = {}, minItems = 0, maxItems = Infinity }: JsonSchema,
    at: string,
  ): string[] {
    if (value.length < minItems || value.length > maxItems) return [`${at}: ${value.length} items`];
    return value.flatMap((entry, index) => this.faults(entry, items, `${at}[${index}]`));
  }

  private objectFaults(value: object, rule: JsonSchema, at: string): string[] {
    const { properties = {}, required = [], additionalProperties = false, maxProperties = Infinity } = rule;
    const { propertyNames = {}, minProperties = 0 } = rule;
    if (Object.keys(value).length < minProperties) return [`${at}: fewer than ${minProperties} properties`];
    if (Object.keys(value).length > maxProperties) return [`${at}: more than ${maxProperties} properties`];
    const missing = required.filter((name) => !Object.hasOwn(value, name)).map((name) => `${at}.${name}: missing`);
    const faults = Object.entries(value).flatMap(([name, entry]) => {
      const schema = properties[name];
      if (schema !== undefined) return this.faults(entry, schema, `${at}.${name}`);
      if (typeof additionalProperties === 'object') {
        return [...this.faults(name, propertyNames, at), ...this.faults(entry, additionalProperties, `${at}.${name}`)];
      }
      return additionalProperties ? [] : [`${at}.${name}: not documented`];
    });
    return [...missing, ...faults];
  }
}

function hasType(value: unknown, type: JsonSchema['type']): boolean {
  if (type === undefined) return true;
  if (typeof type !== 'string') return type.some((one) => hasType(value, one));
  if (type === 'integer') return Number.isInteger(value);
  if (type === 'null') return value === null;
  if (type === 'array') return Array.isArray(value);
  return typeof value === type && !(type === 'object' && (value === null || Array.isArray(value)));
}

function textFaults(value: string, rule: JsonSchema, at: string): string[] {
  const { minLength = 0, maxLength = Infinity, pattern = '', format } = rule;
  const length = [...value].length;
  if (length < minLength || length > maxLength) return [`${at}: ${length} characters`];
  if (!new RegExp(pattern).test(value)) return [`${at}: ${value} does not match ${pattern}`];
  return format === 'date-time' && !DATE_TIME.test(value) ? [`${at}: ${value} is no date-time`] : [];
}

function numberFaults(value: number, rule: JsonSchema, at: string): string[] {
  const { minimum = -Infinity, maximum = Infinity, exclusiveMinimum = -Infinity } = rule;
  return value >= minimum && value <= maximum && value > exclusiveMinimum ? [] : [`${at}: ${value} is out of bounds`];
}
