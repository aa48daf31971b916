const copyFix =
  'copy the whole model there (config.json, tokenizer.json, tokenizer_config.json, onnx/model_quantized.onnx), or set EMBEDDING_MODEL=builtin';

/** The configured model cannot be used; the message is for the operator. */
export class ModelLoadError extends Error {
  constructor(
    readonly model: string,
    readonly folder: string,
    reason: string,
    fix: string = copyFix,
    options?: ErrorOptions,
  ) {
    super(`The embedding model ${model} cannot be loaded from ${folder}: ${reason}. Fix: ${fix}.`, options);
    this.name = 'ModelLoadError';
  }
}
