import type { Type } from '@nestjs/common';
import { plainToInstance } from 'class-transformer';
import type { Fault } from '../errors/domain-error.js';
import { shapeOf, type DtoShape, type FieldWay, type NestedField } from './dto-shape.js';
import { familiesOf } from './field.decorator.js';
import { deepFault } from './json-object.js';
import { MAX_FAULTS, unknownFields } from './unknown-fields.js';

type Sent = Readonly<Record<string, unknown>>;

/** DTOs in DTOs: one that can hold itself could be as deep as a body is long. */
const MAX_LEVELS = 20;
/** Of objects and lists in a field that class-validator's rules look at. */
const MAX_DEPTH = 32;
const HOSTILE = ['constructor', 'toString', 'valueOf'];

/**
 * Makes a DTO of what was sent. Only declared fields get into it, and class-transformer sees only those that it has to do
 * something with: it copies objects key by key, loses some keys and stumbles over others.
 */
export class DtoBuilder {
  /** What it found: unknown fields, and values that no rule could look at. */
  readonly faults: Fault[] = [];
  /** The fields of such values. What rules say of them as well would contradict. */
  readonly refused = new Set<string>();

  build(dto: Type, sent: Sent, path = '', level = 1): object {
    const shape = shapeOf(dto);
    return this.built(dto, shape, gathered(sent, familiesOf(dto.prototype as object)), path, level);
  }

  private built(dto: Type, shape: DtoShape, sent: Sent, path: string, level: number): object {
    if (this.faults.length < MAX_FAULTS) this.faults.push(...unknownFields(sent, [...shape.keys()], path));
    const there = [...shape].filter(([name]) => Object.hasOwn(sent, name));
    const instance = this.transformed(dto, sent, there, path);
    for (const [name, way] of there) {
      const at = join(path, name);
      if (way.kind === 'sent') instance[name] = this.isSafe(sent[name], at) ? sent[name] : undefined;
      if (way.kind === 'nested') instance[name] = this.nested(way, sent[name], at, level);
    }
    return instance;
  }

  private transformed(
    dto: Type,
    sent: Sent,
    fields: readonly (readonly [string, FieldWay])[],
    path: string,
  ): Record<string, unknown> {
    const values: Record<string, unknown> = {};
    for (const [name, { kind }] of fields) {
      // In a function, which class-transformer passes on untouched; `Field` takes it out again.
      if (kind === 'field') values[name] = () => sent[name];
      if (kind === 'transformed' && this.isPlain(sent[name], join(path, name))) values[name] = sent[name];
    }
    return plainToInstance(dto, values) as Record<string, unknown>;
  }

  private nested(field: NestedField, value: unknown, path: string, level: number): unknown {
    const { isList, most } = field;
    if (value === null || value === undefined) return value;
    if (!Array.isArray(value)) {
      return isList === true ? this.refuse(path, 'must be a list') : this.one(field, value, path, level);
    }
    if (isList === false) return this.refuse(path, 'must be an object');
    if (value.length > most) return this.refuse(path, `must have ${most} entries at most`);
    return value.map((entry: unknown, index) => this.one(field, entry, `${path}[${index}]`, level));
  }

  private one({ dto }: NestedField, value: unknown, path: string, level: number): unknown {
    if (typeof value !== 'object' || value === null || Array.isArray(value))
      return this.refuse(path, 'must be an object');
    if (level === MAX_LEVELS) return this.refuse(path, `is nested too deeply: ${MAX_LEVELS} levels at most`);
    return this.build(dto, value as Sent, path, level + 1);
  }

  /** Whether it can be stored and written again. */
  private isSafe(value: unknown, path: string): boolean {
    const fault = deepFault(value, path, MAX_DEPTH);
    if (fault !== undefined) this.refuse(path, fault.slice(path.length + 1));
    return fault === undefined;
  }

  /** Whether class-transformer can copy it. */
  private isPlain(value: unknown, path: string): boolean {
    if (!this.isSafe(value, path)) return false;
    const name = hostileName(value);
    if (name !== undefined) this.refuse(path, `must not have a field named ${name}`);
    return name === undefined;
  }

  private refuse(field: string, rule: string): undefined {
    this.faults.push({ message: `${field} ${rule}`, field });
    this.refused.add(field);
    return undefined;
  }
}

/** What was sent, with the parameters of each family (`metadata.userId`) as the keys of one object (`metadata`). */
function gathered(sent: Sent, families: readonly string[]): Sent {
  if (families.length === 0) return sent;
  const result = new Map<string, unknown>();
  for (const [name, value] of Object.entries(sent)) {
    const family = families.find((each) => name.startsWith(`${each}.`));
    if (family === undefined) result.set(name, value);
    else if (!Object.hasOwn(sent, family)) {
      const members = result.get(family) ?? {};
      Object.defineProperty(members, name.slice(family.length + 1), { value, enumerable: true, configurable: true });
      result.set(family, members);
    }
  }
  return Object.fromEntries(result);
}

function join(path: string, name: string): string {
  return path === '' ? name : `${path}.${name}`;
}

/** A name in it that stands for something else where it is copied or converted. */
function hostileName(value: unknown): string | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const own = HOSTILE.find((name) => Object.hasOwn(value, name));
  if (own !== undefined) return own;
  for (const entry of Object.values(value)) {
    const below = hostileName(entry);
    if (below !== undefined) return below;
  }
  return undefined;
}
