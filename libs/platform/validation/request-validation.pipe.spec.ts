import 'reflect-metadata';
import type { Type } from '@nestjs/common';
import { DomainError, type Fault } from '../errors/domain-error.js';
import { Field, QueryField } from './field.decorator.js';
import { commaSeparated, integer, listOf, repeated, text } from './field-types.js';
import { jsonObject } from './json-object.js';
import { RequestValidationPipe } from './request-validation.pipe.js';

class Named {
  @Field(text(1, 8), { description: 'A name' })
  readonly name: string;
}

class Labelled extends Named {
  @Field(listOf(text(1, 8), 0, 150), { description: 'Labels', required: false })
  readonly labels?: string[];

  @Field(jsonObject(16_384, 8), { description: 'Free-form', required: false })
  readonly metadata?: object;

  toNothing(): undefined {
    return undefined;
  }
}

class PageQuery {
  @QueryField(integer(1, 9), { description: 'Which page', required: false })
  readonly page?: number;

  @QueryField(commaSeparated(text(1, 8), 1, 3), { description: 'Words', required: false })
  readonly words?: string[];

  @QueryField(repeated(text(1, 8), 1, 3), { description: 'A word', required: false })
  readonly word?: string[];

  toNothing(): undefined {
    return undefined;
  }
}

const pipe = new RequestValidationPipe();

async function faultsOf(type: 'body' | 'query', metatype: Type, value: unknown): Promise<readonly Fault[]> {
  try {
    await pipe.transform(value, { type, metatype });
    return [];
  } catch (error) {
    if (error instanceof DomainError) return error.faults;
    throw error;
  }
}

const unknown = (field: string): Fault => ({ message: `${field} is not a field of this request`, field });
const many = (count: number): Record<string, unknown> =>
  Object.fromEntries(Array.from({ length: count }, (_, i) => [`key${i}`, 0]));

describe('the fields of a request', () => {
  it('reach the handler as the DTO', async () => {
    const sent = { name: 'x', metadata: { constructor: 1, a: [{}] } };
    const body = await pipe.transform(sent, { type: 'body', metatype: Labelled });
    expect(body).toBeInstanceOf(Labelled);
    expect(body).toEqual(sent);
    expect(await pipe.transform({ page: '3' }, { type: 'query', metatype: PageQuery })).toEqual({ page: 3 });
  });

  it.each(['toString', 'hasOwnProperty', 'valueOf', 'constructor', 'prototype', 'toNothing', 'a b', ''])(
    'are those that are declared, and %j is none',
    async (name) => {
      const odd = JSON.parse(`{${JSON.stringify(name)}:"1"}`) as object;
      expect(await faultsOf('body', Labelled, { ...odd, name: 'x' })).toEqual([unknown(name)]);
      expect(await faultsOf('query', PageQuery, Object.assign(Object.create(null), odd))).toEqual([unknown(name)]);
    },
  );

  it('of a query are each given once, but for those that may be repeated', async () => {
    const sent = { words: 'a,b', word: 'a,b' };
    const query = { type: 'query', metatype: PageQuery } as const;
    expect(await pipe.transform(sent, query)).toEqual({ words: ['a', 'b'], word: ['a,b'] });
    expect(await pipe.transform({ word: ['a,b', 'c'] }, query)).toEqual({ word: ['a,b', 'c'] });
    const twice = await faultsOf('query', PageQuery, { page: ['1', '2'], words: ['a', 'b'] });
    expect(twice).toEqual(['page', 'words'].map((field) => ({ message: `${field} must be given once`, field })));
    const wrong = await faultsOf('query', PageQuery, { word: ['a', ''] });
    expect(wrong.map(({ field }) => field)).toEqual(['word[1]']);
    expect((await faultsOf('query', PageQuery, { word: ['a', 'b', 'c', 'd'] })).map(({ field }) => field)).toEqual([
      'word',
    ]);
  });

  it('are told together: those that are unknown, and what is wrong with the others', async () => {
    const faults = await faultsOf('body', Labelled, { colour: 1, labels: ['x', ''], taste: 2 });
    expect(faults.map(({ field }) => field)).toEqual(['colour', 'taste', 'labels[1]', 'name']);
    const inQuery = await faultsOf('query', PageQuery, { colour: '1', page: 'x' });
    expect(inQuery.map(({ field }) => field)).toEqual(['colour', 'page']);
  });

  it('have 100 faults at most, with room for those of known fields', async () => {
    const faults = await faultsOf('body', Labelled, { ...many(1_000), name: '' });
    expect(faults).toHaveLength(100);
    expect(faults.slice(0, 99)).toEqual(Array.from({ length: 99 }, (_, i) => unknown(`key${i}`)));
    expect(faults[99]?.field).toBe('name');
    const labels = Array.from({ length: 150 }, () => '');
    expect(await faultsOf('body', Labelled, { ...many(5), name: 'x', labels })).toHaveLength(100);
    expect(await faultsOf('query', PageQuery, many(1_000))).toHaveLength(100);
  });

  it('are told by the beginning of their names where these are long', async () => {
    const told = unknown(`${'k'.repeat(100)}…`);
    expect(await faultsOf('body', Labelled, { name: 'x', ['k'.repeat(101)]: 1 })).toEqual([told]);
    expect(await faultsOf('body', Labelled, { name: 'x', ['k'.repeat(100)]: 1 })).toEqual([unknown('k'.repeat(100))]);
  });
});
