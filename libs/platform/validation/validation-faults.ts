import type { ValidationError } from 'class-validator';
import type { Fault } from '../errors/domain-error.js';
import { FIELD_RULE } from './field.decorator.js';

/** What class-validator has found, also in DTOs in DTOs, as faults with the paths of the fields: `items[2].name`. */
export function validationFaults(errors: readonly ValidationError[], pathOf = topPath): Fault[] {
  return errors.flatMap(({ property, value, constraints = {}, children = [] }) => {
    const path = pathOf(property);
    const own = Object.entries(constraints).flatMap(([rule, text]) =>
      rule === FIELD_RULE
        ? fieldFaults(text, property, path)
        : [{ message: readable(text, property, path), field: path }],
    );
    const below = (name: string): string => (Array.isArray(value) ? `${path}[${name}]` : `${path}.${name}`);
    return [...own, ...validationFaults(children, below)];
  });
}

function topPath(property: string): string {
  return property;
}

function fieldFaults(text: string, property: string, path: string): Fault[] {
  return text.split('\n').map((line) => {
    const message = `${path}${line.slice(property.length)}`;
    return { message, field: message.split(' ', 1)[0] ?? path };
  });
}

/** class-validator's own messages, with the path in place of the property's name; those of a DTO's author as they are. */
function readable(text: string, property: string, path: string): string {
  const [, each = '', rest = ''] = OWN_MESSAGE.exec(text) ?? [];
  if (NESTED_MESSAGE.test(text)) return `${path} must be an object`;
  return rest.startsWith(`${property} `) ? `${each}${path}${rest.slice(property.length)}` : text;
}

const OWN_MESSAGE = /^(each value in )?(.*)$/s;
const NESTED_MESSAGE = /^(each value in )?nested property \S+ must be either object or array$/;
