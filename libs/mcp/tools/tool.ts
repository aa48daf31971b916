import type { Mneme, RequestOptions } from '@mneme/client';
import type { StandardSchemaWithJSON, ToolAnnotations } from '@modelcontextprotocol/server';
import type { z } from 'zod';
import { validArguments } from './arguments.js';
import { published, publishedOnly } from './schema.js';

/** What tools work with: the service, on behalf of one caller. */
export interface ToolContext {
  readonly mneme: Mneme;
  /** Where a memory can be read. */
  readonly addressOf: (id: string) => string;
}

/** What a call returns: the text for a model, and the same as data. */
export interface ToolAnswer {
  readonly text: string;
  readonly data: object;
}

export type Effect = 'reads' | 'adds' | 'changes';

/** A tool, as the server registers it. */
export interface Tool {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  /** That a credential needs to have it. */
  readonly scope: string;
  readonly input: StandardSchemaWithJSON;
  readonly output: StandardSchemaWithJSON;
  readonly annotations: ToolAnnotations;
  readonly run: (args: unknown, context: ToolContext, options: RequestOptions) => Promise<ToolAnswer>;
}

interface ToolForm<Input extends z.ZodType, Output extends z.ZodType> extends Pick<
  Tool,
  'name' | 'title' | 'description' | 'scope'
> {
  readonly effect: Effect;
  readonly input: Input;
  readonly output: Output;
  readonly run: (
    args: Given<z.output<Input>>,
    context: ToolContext,
    options: RequestOptions,
  ) => Promise<{ readonly text: string; readonly data: z.input<Output> & object }>;
}

/** The same fields; those that may be undefined may be missing, and are then not undefined. */
export type Given<T> = { [K in keyof T as undefined extends T[K] ? never : K]: T[K] } & {
  [K in keyof T as undefined extends T[K] ? K : never]?: Exclude<T[K], undefined>;
};

/** A tool that validates its arguments before it runs. */
export function defineTool<Input extends z.ZodType, Output extends z.ZodType>(form: ToolForm<Input, Output>): Tool {
  const { effect, input, output, run, ...rest } = form;
  return {
    ...rest,
    input: publishedOnly(input),
    output: published(output),
    annotations: annotationsOf(effect),
    run: async (args, context, options) => run(validArguments(input, args) as Given<z.output<Input>>, context, options),
  };
}

/** Every tool can be called again with the same arguments, and none reaches beyond the tenant's memories. */
function annotationsOf(effect: Effect): ToolAnnotations {
  return {
    readOnlyHint: effect === 'reads',
    destructiveHint: effect === 'changes',
    idempotentHint: true,
    openWorldHint: false,
  };
}
