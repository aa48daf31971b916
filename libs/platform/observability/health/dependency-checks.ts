import { Injectable } from '@nestjs/common';
import { DomainError } from '../../errors/domain-error.js';
import { SingleFlight, type Outcome } from '../../concurrency/single-flight.js';
import { Metrics } from '../metrics/metrics.js';

/** A check that has not ended by then has failed. */
const LIMIT_MS = 2_000;
/** Within this time, another check returns the same result. */
const KEPT_MS = 1_000;

/** What the service needs from outside of its process. */
export interface Dependency {
  /** As shown to operators, one of a few fixed names: `vector index`. */
  readonly name: string;
  /** Whether no request can be served without it. */
  readonly required: boolean;
  /** Asks for the least that shows that it works; rejects where it does not, and ends in the end. */
  readonly check: () => Promise<void>;
}

export interface DependencyState {
  readonly name: string;
  readonly up: boolean;
  readonly required: boolean;
  /** Of the check, whole. */
  readonly latencyMs: number;
}

interface Watched {
  readonly dependency: Dependency;
  readonly work: SingleFlight;
  last?: Outcome & { readonly at: number };
}

/**
 * What the service depends on and whether it answers. Each is asked at most once a second, one question at a time, and
 * has two seconds: however often probes come and even if a dependency hangs, they get a response and nothing piles up.
 */
@Injectable()
export class DependencyChecks {
  private readonly watched: Watched[] = [];

  constructor(metrics: Metrics) {
    const up = metrics.gauge('mneme_dependency_up', 'Whether what the service depends on answers', ['dependency']);
    metrics.beforeCollect(async () => {
      for (const { name, up: isUp } of await this.states()) up.set({ dependency: name }, isUp ? 1 : 0);
    });
  }

  /** To be called while the application is put together. */
  watch(dependency: Dependency): void {
    this.watched.push({ dependency, work: new SingleFlight(dependency.check, LIMIT_MS) });
  }

  /** All of them, the required ones first. */
  async states(): Promise<DependencyState[]> {
    const states = await Promise.all(this.watched.map((each) => stateOf(each)));
    return states.sort((a, b) => Number(b.required) - Number(a.required) || a.name.localeCompare(b.name));
  }

  /** All of them, where every required one answers. @throws DomainError database, naming each that does not */
  async required(): Promise<DependencyState[]> {
    const states = await this.states();
    const down = states.filter(({ up }) => !up);
    if (!down.some(({ required }) => required)) return states;
    throw new DomainError(
      'database',
      down.map(({ name }) => ({ message: `${name}: does not answer` })),
    );
  }
}

async function stateOf(watched: Watched): Promise<DependencyState> {
  const { dependency, work } = watched;
  if (watched.last === undefined || performance.now() - watched.last.at >= KEPT_MS) {
    watched.last = { ...(await work.outcome()), at: performance.now() };
  }
  const { ok, ms } = watched.last;
  return { name: dependency.name, up: ok, required: dependency.required, latencyMs: Math.round(ms * 10) / 10 };
}
