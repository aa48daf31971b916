import type * as Onnx from 'onnxruntime-node';

/** The output of a model for one text. */
export interface TokenOutput {
  /** A vector a token, one behind the other; or one alone where the model pools by itself. */
  readonly hidden: Float32Array;
  readonly dimensions: number;
}

/** What a model that takes more than tokens is given of one text without padding. */
const fillers: Readonly<Record<string, (tokens: number) => BigInt64Array>> = {
  attention_mask: (tokens) => new BigInt64Array(tokens).fill(1n),
  token_type_ids: (tokens) => new BigInt64Array(tokens),
  position_ids: (tokens) => BigInt64Array.from({ length: tokens }, (_, i) => BigInt(i)),
};
const TOKENS = 'input_ids';
const POOLED = 'sentence_embedding';

/**
 * A model's weights in ONNX Runtime, which Transformers.js loads as well, but with as many threads as there are cores:
 * they wait for each other actively, so a text costs twice the processor time and is done no sooner where all are busy.
 * Only a session that is opened by its file's name takes the number of threads (onnxruntime-node 1.14).
 */
export class OnnxSession {
  private constructor(
    private readonly session: Onnx.InferenceSession,
    private readonly tensor: typeof Onnx.Tensor,
  ) {}

  static async open(file: string): Promise<OnnxSession> {
    const threads = { intraOpNumThreads: 1, interOpNumThreads: 1 };
    const { default: onnx } = (await import('onnxruntime-node')) as unknown as { readonly default: typeof Onnx };
    const session = await onnx.InferenceSession.create(file, { executionProviders: ['cpu'], ...threads });
    return new OnnxSession(session, onnx.Tensor);
  }

  /** Whether each token has a vector that depends on no other. */
  get takesTokensOnly(): boolean {
    const { inputNames } = this.session;
    return inputNames.length === 1 && inputNames[0] === TOKENS;
  }

  /** One text: in a batch, padding costs more than the batch saves, and quantised models give other vectors in another one. */
  async run(tokens: readonly number[]): Promise<TokenOutput> {
    const shape = [1, tokens.length];
    const input = (name: string): BigInt64Array =>
      name === TOKENS ? BigInt64Array.from(tokens, BigInt) : (fillers[name] ?? unknownInput(name))(tokens.length);
    const feeds = this.session.inputNames.map((name) => [name, new this.tensor('int64', input(name), shape)] as const);
    const outputs = await this.session.run(Object.fromEntries(feeds));
    const output = outputs[POOLED] ?? outputs['last_hidden_state'] ?? outputs[this.session.outputNames[0] ?? ''];
    if (output === undefined) throw new Error('the model has no output');
    return { hidden: output.data as Float32Array, dimensions: output.dims.at(-1) ?? 0 };
  }
}

function unknownInput(name: string): never {
  throw new Error(`the model wants an input ${name}, which no text has`);
}
