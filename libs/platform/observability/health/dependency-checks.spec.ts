import { DomainError } from '../../errors/domain-error.js';
import { Metrics } from '../metrics/metrics.js';
import { DependencyChecks } from './dependency-checks.js';

const up = (): Promise<void> => Promise.resolve();
const down = (): Promise<void> => Promise.reject(new Error('it is away'));
const hanging = (): Promise<void> => new Promise(() => undefined);

describe('DependencyChecks', () => {
  let metrics: Metrics;
  let dependencies: DependencyChecks;
  beforeEach(() => {
    metrics = new Metrics();
    dependencies = new DependencyChecks(metrics);
    jest.useFakeTimers();
  });
  afterEach(() => {
    jest.useRealTimers();
  });

  it('are ready while every required one answers, and tell of the others', async () => {
    dependencies.watch({ name: 'model', required: false, check: down });
    dependencies.watch({ name: 'database', required: true, check: up });
    const states = await dependencies.required();
    expect(states.map(({ name, up: isUp }) => [name, isUp])).toEqual([
      ['database', true],
      ['model', false],
    ]);
    const text = await metrics.text();
    expect(text).toContain('mneme_dependency_up{dependency="database"} 1');
    expect(text).toContain('mneme_dependency_up{dependency="model"} 0');
  });

  it('are not ready without a required one, and name all that is down', async () => {
    dependencies.watch({ name: 'database', required: true, check: down });
    dependencies.watch({ name: 'model', required: false, check: down });
    const error = await dependencies.required().catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(DomainError);
    expect(error).toMatchObject({
      kind: 'database',
      faults: [{ message: 'database: does not answer' }, { message: 'model: does not answer' }],
    });
  });

  it('are told of within two seconds when one hangs, and metrics too', async () => {
    dependencies.watch({ name: 'database', required: true, check: up });
    dependencies.watch({ name: 'vector index', required: false, check: hanging });
    const asked = Promise.all([dependencies.states(), metrics.text()]);
    await jest.advanceTimersByTimeAsync(2_000);
    const [states, text] = await asked;
    expect(states.map(({ up: isUp }) => isUp)).toEqual([true, false]);
    expect(text).toContain('mneme_dependency_up{dependency="vector index"} 0');
  });

  it('are asked once a second at most', async () => {
    let asked = 0;
    dependencies.watch({
      name: 'database',
      required: true,
      check: () => {
        asked++;
        return up();
      },
    });
    for (let i = 0; i < 10; i++) await dependencies.required();
    expect(asked).toBe(1);
    await jest.advanceTimersByTimeAsync(1_001);
    await dependencies.required();
    expect(asked).toBe(2);
  });
});
