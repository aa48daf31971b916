import { JudgeCircuit } from './judge-circuit.js';

describe('the circuit of the judge', () => {
  let now = 0;
  let circuit: JudgeCircuit;
  const fail = (times: number): void => {
    for (let i = 0; i < times; i++) {
      expect(circuit.admit()).toBe(true);
      circuit.settle('failed');
    }
  };
  beforeEach(() => {
    now = 0;
    circuit = new JudgeCircuit(() => now);
  });

  it('pauses for half a minute after five failures in a row, and then lets one question through', () => {
    fail(5);
    expect(circuit.admit()).toBe(false);
    now = 29_999;
    expect(circuit.admit()).toBe(false);
    now = 30_000;
    expect([circuit.admit(), circuit.admit()]).toEqual([true, false]);
    circuit.settle('failed');
    expect(circuit.admit()).toBe(false);
    now = 60_000;
    expect(circuit.admit()).toBe(true);
    circuit.settle('answered');
    fail(4);
    expect(circuit.admit()).toBe(true);
  });

  it('does not count failures with an answer between them', () => {
    fail(4);
    circuit.settle('answered');
    fail(4);
    expect(circuit.admit()).toBe(true);
  });

  it('lets the next one through where the one that was let through was not asked', () => {
    fail(5);
    now = 30_000;
    expect(circuit.admit()).toBe(true);
    circuit.settle('none');
    expect(circuit.admit()).toBe(true);
  });
});
