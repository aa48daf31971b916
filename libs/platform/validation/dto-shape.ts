import type { Type } from '@nestjs/common';
import { TransformationType } from 'class-transformer';
import { defaultMetadataStorage as transformations } from 'class-transformer/cjs/storage.js';
import { getMetadataStorage, ValidationTypes, type MetadataStorage } from 'class-validator';
import { fieldsOf } from './field.decorator.js';

type Rule = ReturnType<MetadataStorage['getTargetValidationMetadatas']>[number];

/** How the value of a field gets from the request into the DTO. */
export type FieldWay =
  /** Declared by `Field` or `QueryField`, which reads it itself. */
  | { readonly kind: 'field' }
  /** Through class-transformer, as `@Type(() => Number)` or `@Transform` say. */
  | { readonly kind: 'transformed' }
  | NestedField
  /** Just as it was sent. */
  | { readonly kind: 'sent' };

/** A DTO in a DTO, or a list of them: `@ValidateNested() @Type(() => ItemDto)`. */
export interface NestedField {
  readonly kind: 'nested';
  readonly dto: Type;
  /** Undefined where the property's type does not say. */
  readonly isList: boolean | undefined;
  /** Entries of the list. */
  readonly most: number;
}

/** The fields that a DTO declares, by `Field` or with decorators of class-validator, also in its ancestors. */
export type DtoShape = ReadonlyMap<string, FieldWay>;

/** Entries of a list of DTOs where `@ArrayMaxSize` says nothing: each of them costs much more than its bytes. */
const MAX_NESTED = 1_000;

const shapes = new WeakMap<Type, DtoShape>();

export function shapeOf(dto: Type): DtoShape {
  const known = shapes.get(dto);
  if (known !== undefined) return known;
  const fields = new Set(fieldsOf(dto.prototype as object));
  const rules = getMetadataStorage().getTargetValidationMetadatas(dto, '', true, false);
  const names = new Set([...fields, ...rules.map(({ propertyName }) => propertyName)]);
  const wayOf = (name: string): FieldWay => {
    const own = rules.filter(({ propertyName }) => propertyName === name);
    return fields.has(name) && !isTyped(dto, name) ? { kind: 'field' } : otherWay(dto, name, own);
  };
  const shape: DtoShape = new Map([...names].map((name) => [name, wayOf(name)]));
  shapes.set(dto, shape);
  return shape;
}

function otherWay(dto: Type, name: string, rules: readonly Rule[]): FieldWay {
  const isNested = rules.some(({ type }) => type === ValidationTypes.NESTED_VALIDATION);
  if (isNested && isTyped(dto, name) && !isTransformed(dto, name)) return nestedField(dto, name, rules);
  return isNested || isTyped(dto, name) || isTransformed(dto, name) ? { kind: 'transformed' } : { kind: 'sent' };
}

function nestedField(dto: Type, name: string, rules: readonly Rule[]): NestedField {
  const declared = transformations.findTypeMetadata(dto, name);
  const reflectedType: unknown = declared.reflectedType;
  const type = (declared.typeFunction as ((options?: unknown) => Type) | undefined)?.() ?? (reflectedType as Type);
  const isList = reflectedType === Array ? true : reflectedType === Object ? undefined : false;
  return { kind: 'nested', dto: type, isList, most: mostOf(rules) };
}

function isTyped(dto: Type, name: string): boolean {
  return (transformations.findTypeMetadata(dto, name) as object | undefined) !== undefined;
}

function isTransformed(dto: Type, name: string): boolean {
  return transformations.findTransformMetadatas(dto, name, TransformationType.PLAIN_TO_CLASS).length > 0;
}

/** What `@ArrayMaxSize` says. */
function mostOf(rules: readonly Rule[]): number {
  const limits = rules.filter(({ name }) => name === 'arrayMaxSize').map((rule) => Number(rule.constraints[0]));
  return Math.min(...(limits.length > 0 ? limits : [MAX_NESTED]));
}
