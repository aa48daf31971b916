import type { Fault } from '../errors/domain-error.js';
import type { FieldType } from './field-type.js';

/** A field of a DTO. */
export interface FormField {
  readonly type: FieldType;
  readonly required: boolean;
  /** Whether its value comes as text that is to be parsed, as in a query. */
  readonly parsed: boolean;
}

const declared = new WeakMap<object, Map<string, FormField>>();
const forms = new WeakMap<object, RequestForm>();

/** The fields that a DTO declares, its own before those that it inherits; each request is held against them. */
export class RequestForm {
  private constructor(private readonly fields: ReadonlyMap<string, FormField>) {}

  /** @param prototype of a DTO */
  static declare(prototype: object, name: string, field: FormField): void {
    const fields = declared.get(prototype) ?? new Map<string, FormField>();
    declared.set(prototype, fields.set(name, field));
  }

  /** @returns undefined for a class that declares no field */
  static of(prototype: object): RequestForm | undefined {
    const known = forms.get(prototype);
    if (known !== undefined) return known;
    const fields = new Map<string, FormField>();
    for (let at: object | null = prototype; at !== null; at = Object.getPrototypeOf(at) as object | null) {
      for (const [name, field] of declared.get(at) ?? []) if (!fields.has(name)) fields.set(name, field);
    }
    if (fields.size === 0) return undefined;
    const form = new RequestForm(fields);
    forms.set(prototype, form);
    return form;
  }

  /**
   * Puts the fields that were given into the DTO, each value as it was sent.
   * @returns every fault: unknown fields first, then the others in the order of the form
   */
  fill(dto: object, given: Readonly<Record<string, unknown>>): Fault[] {
    const faults: Fault[] = [];
    for (const name of Object.keys(given)) {
      if (!this.fields.has(name)) faults.push({ message: `${name} is not a field of this request`, field: name });
    }
    for (const [name, field] of this.fields) {
      const value = Object.hasOwn(given, name) ? valueOf(given[name], field) : undefined;
      if (value === undefined && !field.required) continue;
      for (const message of field.type.faults(value, name)) {
        // Each message starts with the path of what it speaks of.
        faults.push({ message, field: message.split(' ', 1)[0] ?? name });
      }
      (dto as Record<string, unknown>)[name] = value;
    }
    return faults;
  }
}

function valueOf(value: unknown, { type, parsed }: FormField): unknown {
  return parsed && typeof value === 'string' && type.parse !== undefined ? type.parse(value) : value;
}
