/** What a field of a request may hold: the rule that is checked and the schema that is published, in one place. */
export interface FieldType {
  /** JSON Schema as OpenAPI 3.1 has it. */
  readonly schema: Readonly<Record<string, unknown>>;
  /**
   * @param path where the value stands in the request: `tags[3]`
   * @returns a message for each fault, each starting with the path it speaks of; empty where the value is good
   */
  faults(value: unknown, path: string): string[];
  /** For query parameters: whether it may come more than once; its values are then a list. */
  readonly repeatable?: boolean;
  /** For a query: parameters that begin with the field's name and a dot; its value has the rest of their names as keys. */
  readonly family?: boolean;
  /** For query parameters: what the text stands for; the text itself where it stands for nothing. */
  parse?(text: string): unknown;
}
