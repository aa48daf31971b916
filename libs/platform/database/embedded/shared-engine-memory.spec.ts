import { importingShared } from './shared-engine-memory.js';

/** `(module (import "env" "f" (func)) (import "env" "t" (table 1 funcref)) (import "env" "memory" (memory …)))` */
const importing = (...limits: number[]): Uint8Array => {
  const imports = [
    3,
    ...[3, ...Buffer.from('env'), 1, ...Buffer.from('f'), 0, 0],
    ...[3, ...Buffer.from('env'), 1, ...Buffer.from('t'), 1, 0x70, 0, 1],
    ...[3, ...Buffer.from('env'), 6, ...Buffer.from('memory'), 2, ...limits],
  ];
  return Uint8Array.of(0, ...Buffer.from('asm'), 1, 0, 0, 0, 1, 4, 1, 0x60, 0, 0, 2, imports.length, ...imports);
};

const { WebAssembly: wasm } = globalThis as any;
const isLinked = (program: Uint8Array, shared: boolean): boolean => {
  const env = {
    f: () => undefined,
    t: new wasm.Table({ element: 'anyfunc', initial: 1 }),
    memory: new wasm.Memory({ initial: 2, maximum: 32_768, shared }),
  };
  try {
    new wasm.Instance(new wasm.Module(program), { env });
    return true;
  } catch {
    return false;
  }
};

describe('a program that imports its memory', () => {
  it.each([
    ['with a maximum', importing(1, 1, 0x80, 0x80, 2)],
    ['without one', importing(0, 1)],
  ])('takes a shared one instead: %s', (_, program) => {
    expect([isLinked(program, false), isLinked(program, true)]).toEqual([true, false]);
    const shared = importingShared(program);
    expect([isLinked(shared, false), isLinked(shared, true)]).toEqual([false, true]);
  });

  it('stays as it is without a memory', () => {
    const program = Uint8Array.of(0, ...Buffer.from('asm'), 1, 0, 0, 0);
    expect(importingShared(program)).toEqual(program);
  });
});
