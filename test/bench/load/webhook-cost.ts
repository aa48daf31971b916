import { cpuEach, type CpuTime } from '../report/cpu-time.js';
import { httpLoad } from './http-load.js';
import { figuresOf, median, type Figures } from '../data/sample.js';
import type { BenchTenant, WebhookBed } from '../beds/webhook-bed.js';

/** Tenants that differ in their webhook only. */
export const TENANTS = ['no webhook', 'webhook for another event', 'webhook'] as const;

export interface CostOptions {
  readonly requests: number;
  readonly clients: number;
  readonly rounds: number;
}

/** What creating a memory takes in one kind of tenant. */
export interface CreateCost {
  readonly tenant: (typeof TENANTS)[number];
  /** Milliseconds, the median of the rounds' medians. */
  readonly p50: number;
  /** Memories a second. */
  readonly throughput: number;
  /** Of these medians over those of the tenant without a webhook; above 1 is slower. */
  readonly latencyRatio: number;
  readonly timeRatio: number;
  /** Milliseconds a memory, until it is searchable and told of. */
  readonly cpu: CpuTime;
}

interface Turn extends Figures {
  readonly cpu: CpuTime;
}

/** POST /memories in each tenant in turn. The order turns too, so that noise meets all; the first round only warms up. */
export async function webhookCost(bed: WebhookBed, options: CostOptions): Promise<CreateCost[]> {
  const tenants = [await bed.tenant(), await bed.tenant(), await bed.tenant()];
  const [, other, wanting] = tenants;
  if (other !== undefined) await bed.register(other, 'ok', 'memory.deleted');
  if (wanting !== undefined) await bed.register(wanting, 'ok');
  const rounds: Turn[][] = [];
  for (let round = 0; round <= options.rounds; round++) {
    const figures: Turn[] = [];
    for (let turn = 0; turn < tenants.length; turn++) {
      const i = (turn + round) % tenants.length;
      const tenant = tenants[i];
      if (tenant !== undefined) figures[i] = await creates(bed, tenant, options);
    }
    if (round > 0) rounds.push(figures);
  }
  return costs(rounds);
}

async function creates(bed: WebhookBed, tenant: BenchTenant, { requests, clients }: CostOptions): Promise<Turn> {
  const bodies = Array.from({ length: requests }, () => {
    const body = { content: bed.text(), type: 'task', tenantId: tenant.tenantId };
    return { method: 'POST', path: '/api/v1/memories', body } as const;
  });
  const before = await bed.cpuTime();
  const figures = figuresOf(await httpLoad(bed.service.url, tenant.api.token, bodies, clients));
  await bed.settled();
  await bed.delivered();
  return { ...figures, cpu: cpuEach(before, await bed.cpuTime(), requests) };
}

function costs(rounds: readonly Turn[][]): CreateCost[] {
  const of = (i: number, name: 'p50' | 'throughput'): number => median(rounds.map((round) => round[i]?.[name] ?? 0));
  const cpuOf = (i: number, side: keyof CpuTime): number => median(rounds.map((round) => round[i]?.cpu[side] ?? 0));
  return TENANTS.map((tenant, i) => {
    const [p50, throughput] = [of(i, 'p50'), of(i, 'throughput')];
    const ratios = { latencyRatio: p50 / of(0, 'p50'), timeRatio: of(0, 'throughput') / throughput };
    const cpu = { service: cpuOf(i, 'service'), database: cpuOf(i, 'database') };
    return { tenant, p50, throughput, cpu, ...ratios };
  });
}
