import 'reflect-metadata';
import type { Type as Class } from '@nestjs/common';
import { Transform, Type } from 'class-transformer';
import {
  ArrayMaxSize,
  IsArray,
  IsInt,
  IsObject,
  IsOptional,
  IsString,
  Length,
  Max,
  Min,
  ValidateNested,
} from 'class-validator';
import { DomainError, type Fault } from '../errors/domain-error.js';
import { Field, QueryField } from './field.decorator.js';
import { integer, text } from './field-types.js';
import { RequestValidationPipe } from './request-validation.pipe.js';

class ItemDto {
  @IsString()
  @Length(1, 5)
  readonly name: string;

  @Field(text(1, 3), { description: 'A mark', required: false })
  readonly mark?: string;

  @IsOptional()
  @ValidateNested()
  @Type(() => ItemDto)
  readonly part?: ItemDto;
}

class OrderDto {
  @IsString()
  @Length(1, 5)
  readonly name: string;

  @Field(text(1, 8), { description: 'Where to' })
  readonly place: string;

  /** By both: each rule counts. */
  @Field(text(2, 8), { description: 'A code', required: false })
  @Length(4, 20)
  readonly code?: string;

  @IsOptional()
  @IsArray()
  @ArrayMaxSize(3)
  @IsString({ each: true })
  readonly tags?: string[];

  @IsOptional()
  @IsArray()
  @ArrayMaxSize(50)
  @ValidateNested({ each: true })
  @Type(() => ItemDto)
  readonly items?: ItemDto[];

  @IsOptional()
  @ValidateNested()
  @Type(() => ItemDto)
  readonly best?: ItemDto;

  @IsOptional()
  @IsObject()
  readonly extra?: object;

  @IsOptional()
  @Type(() => Number)
  @Max(5)
  readonly count?: number;

  @IsOptional()
  @Length(1, 5, { message: 'the colour is a short word' })
  readonly colour?: string;
}

class PageQuery {
  @IsOptional()
  @Type(() => Number)
  @IsInt()
  @Min(1)
  readonly page: number = 1;

  @IsOptional()
  @Transform(({ value }) => (typeof value === 'string' ? value.split(',') : value) as unknown)
  @IsString({ each: true })
  readonly tags?: string[];

  @QueryField(integer(1, 9), { description: 'How many', required: false })
  readonly limit?: number;
}

const pipe = new RequestValidationPipe();
const GOOD = { name: 'Ada', place: 'Bergen' };

async function faultsOf(type: 'body' | 'query', metatype: Class, value: unknown): Promise<readonly Fault[]> {
  try {
    await pipe.transform(value, { type, metatype });
    return [];
  } catch (error) {
    if (error instanceof DomainError) return error.faults;
    throw error;
  }
}
const messagesOf = async (more: object): Promise<string[]> =>
  (await faultsOf('body', OrderDto, { ...GOOD, ...more })).map(({ message }) => message);

describe('the standard decorators of a DTO', () => {
  it('let a good request through, as instances, beside fields of the house', async () => {
    const sent = {
      ...GOOD,
      code: 'abcd',
      tags: ['x'],
      items: [
        { name: 'a', mark: 'ok' },
        { name: 'b', part: { name: 'c' } },
      ],
      extra: { constructor: 1, toString: 2, deep: [{ then: 3 }] },
    };
    const body = (await pipe.transform(sent, { type: 'body', metatype: OrderDto })) as OrderDto;
    expect(body).toBeInstanceOf(OrderDto);
    expect(body.items?.[1]?.part).toBeInstanceOf(ItemDto);
    expect(JSON.parse(JSON.stringify(body))).toEqual(JSON.parse(JSON.stringify(sent)));
  });

  it('convert what a query has as text', async () => {
    const query = { page: '3', tags: 'a,b', limit: '7' };
    expect(await pipe.transform(query, { type: 'query', metatype: PageQuery })).toEqual({
      page: 3,
      tags: ['a', 'b'],
      limit: 7,
    });
    expect(await pipe.transform({}, { type: 'query', metatype: PageQuery })).toEqual({ page: 1 });
    expect(await faultsOf('query', PageQuery, { page: 'x', limit: 'y', colour: 'red' })).toEqual([
      { field: 'colour', message: 'colour is not a field of this request' },
      { field: 'page', message: 'page must not be less than 1' },
      { field: 'page', message: 'page must be an integer number' },
      { field: 'limit', message: 'limit must be a whole number from 1 to 9' },
    ]);
  });

  it('are told once each, by the path of the field', async () => {
    const faults = await faultsOf('body', OrderDto, {
      ...{ name: 'too long', place: '', code: 'x', tags: [1], colour: 'reddish' },
      ...{ items: [{ name: 'a' }, { name: 'b', mark: 'long' }, { name: '', part: { name: 7, taste: 1 } }, 'x'] },
    });
    expect(faults).toEqual([
      { field: 'items[2].part.taste', message: 'items[2].part.taste is not a field of this request' },
      { field: 'items[3]', message: 'items[3] must be an object' },
      { field: 'name', message: 'name must be shorter than or equal to 5 characters' },
      { field: 'place', message: 'place must be a text of 1 to 8 characters' },
      { field: 'code', message: 'code must be longer than or equal to 4 characters' },
      { field: 'code', message: 'code must be a text of 2 to 8 characters' },
      { field: 'tags', message: 'each value in tags must be a string' },
      { field: 'items[1].mark', message: 'items[1].mark must be a text of 1 to 3 characters' },
      { field: 'items[2].name', message: 'items[2].name must be longer than or equal to 1 characters' },
      {
        field: 'items[2].part.name',
        message: 'items[2].part.name must be longer than or equal to 1 and shorter than or equal to 5 characters',
      },
      { field: 'items[2].part.name', message: 'items[2].part.name must be a string' },
      { field: 'colour', message: 'the colour is a short word' },
    ]);
  });

  it.each([
    [{ items: {} }, 'items must be a list'],
    [{ items: 7 }, 'items must be a list'],
    [{ best: 'x' }, 'best must be an object'],
    [{ items: [[]] }, 'items[0] must be an object'],
    [{ items: Array.from({ length: 51 }, () => ({})) }, 'items must have 50 entries at most'],
    [{ best: [] }, 'best must be an object'],
    [{ count: { constructor: 1 } }, 'count must not have a field named constructor'],
    [{ count: { valueOf: 1, toString: 1 } }, 'count must not have a field named toString'],
    [{ extra: { a: 'half \ud800' } }, 'extra must not contain half of a surrogate pair'],
    [{ tags: ['\0'] }, 'tags must not contain the NUL character'],
    [{ name: 'a\0' }, 'name must not contain the NUL character'],
    [{ extra: JSON.parse(`${'{"a":'.repeat(40)}1${'}'.repeat(40)}`) as object }, 'extra is nested too deeply'],
  ])('refuse %j with one fault', async (more, message) => {
    expect(await messagesOf(more)).toEqual([message]);
  });

  it('end where DTOs lie in DTOs without end', async () => {
    const deep = JSON.parse(`${'{"name":"a","part":'.repeat(5_000)}null${'}'.repeat(5_000)}`) as object;
    const [fault] = await messagesOf({ best: deep });
    expect(fault).toMatch(/^best(\.part){19} is nested too deeply: 20 levels at most$/);
  });

  it('have 100 faults at most', async () => {
    const items = Array.from({ length: 50 }, () =>
      Object.fromEntries(Array.from({ length: 20 }, (_, i) => [`k${i}`, 1])),
    );
    expect(await faultsOf('body', OrderDto, { ...GOOD, items })).toHaveLength(100);
  });

  it('leave parameters alone that are no DTO', async () => {
    expect(await pipe.transform('5', { type: 'query', metatype: String, data: 'limit' })).toBe('5');
    expect(await pipe.transform(undefined, { type: 'query', metatype: String, data: 'limit' })).toBeUndefined();
  });
});
