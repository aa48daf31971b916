/** What is used of WebAssembly: the types come with those of browsers, which are no part of this program. */
declare namespace WebAssembly {
  function validate(bytes: Uint8Array): boolean;

  const Module: new (bytes: Uint8Array) => object;

  class Memory {
    constructor(size: { readonly initial: number });
    readonly buffer: ArrayBuffer;
    grow(pages: number): number;
  }

  class Instance {
    constructor(module: object, imports: Readonly<Record<string, Readonly<Record<string, Memory>>>>);
    readonly exports: Readonly<Record<string, unknown>>;
  }
}
