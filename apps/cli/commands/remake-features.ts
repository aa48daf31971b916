import { setTimeout as pause } from 'node:timers/promises';
import { FeatureBackfillService } from '@mneme/intelligence';
import { IndexAdminService } from '@mneme/memories';
import type { TenantId } from '@mneme/platform/ids';
import { CommandFailed } from '../command-io.js';
import type { CommandContext, CommandResult } from '../command.js';
import { startProgress } from '../progress.js';

/** `mneme reindex --features`: what an interrupted run has left is done by the service. */
export async function remakeFeatures(
  { app, io }: CommandContext,
  tenants: readonly TenantId[],
): Promise<CommandResult> {
  const scans = app.get(FeatureBackfillService);
  const index = app.get(IndexAdminService);
  let total = 0;
  for (const tenant of tenants) {
    total += await index.records(tenant);
    await scans.begin(tenant);
  }
  const progress = startProgress(io, 'features', total);
  let looked = 0;
  let isUnderWay = true;
  while (isUnderWay && !io.signal.aborted) {
    const step = await scans.step(tenants);
    if (step === undefined) isUnderWay = await inOtherHands(scans, tenants);
    else progress.at((looked += step));
  }
  progress.stop();
  if (isUnderWay) {
    io.err.write('The service does the rest.\n');
    throw new CommandFailed();
  }
  return { json: { features: total }, text: `Features of ${total} memories computed again.` };
}

/** What a service beside it has in hand is waited for. */
async function inOtherHands(scans: FeatureBackfillService, tenants: readonly TenantId[]): Promise<boolean> {
  const isUnderWay = await scans.isUnderWay(tenants);
  if (isUnderWay) await pause(50);
  return isUnderWay;
}
