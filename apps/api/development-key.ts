import { ApiKeysService } from '@mneme/keys';
import { TenantErasureService } from '@mneme/platform/erasure';
import type { Installation } from '@mneme/platform/installation';
import type { INestApplicationContext } from '@nestjs/common';
import { ensureTestTenant, TEST_TENANT } from '../samples/test-tenant.js';

/** A vector store that does not answer must not keep the service from starting. */
const ERASURE_MS = 30_000;
/** Several clients of MCP can ask one service for it at the same moment. */
const underWay = new WeakMap<INestApplicationContext, Promise<string | undefined>>();

/**
 * The key for trying things out, made at the first embedded start and kept in the data directory; made again where the
 * database no longer accepts it. At every start it gets all scopes of the features that run, also of one that is new; those
 * of one that was removed go. With an external database there is none.
 * @returns the key, or undefined where there is none: also while the test tenant is being erased
 */
export async function ensureDevelopmentKey(
  app: INestApplicationContext,
  installation: Installation,
): Promise<string | undefined> {
  const work = underWay.get(app) ?? ensure(app, installation);
  underWay.set(app, work);
  try {
    return await work;
  } finally {
    underWay.delete(app);
  }
}

async function ensure(app: INestApplicationContext, { directory }: Installation): Promise<string | undefined> {
  if (directory === undefined) return undefined;
  const keys = app.get(ApiKeysService);
  if (!(await erasureEnded(app))) return undefined;
  await ensureTestTenant(app);
  const usable = (await keys.list(TEST_TENANT)).filter((key) => key.status === 'active');
  const kept = await directory.read('dev-key');
  const known = usable.find((key) => kept?.startsWith(key.keyPrefix) === true);
  if (kept !== undefined && known !== undefined) {
    await keys.grantAll(TEST_TENANT, known.id);
    return kept;
  }
  const name = `development key ${new Date().toISOString()}`;
  const scopes = keys.everyScope;
  const { plainKey } = await keys.create(TEST_TENANT, { name, environment: 'development', scopes });
  await directory.write('dev-key', plainKey);
  return plainKey;
}

/** An erasure of the test tenant that was under way at the last stop ends first: the tenant then comes into being again. */
async function erasureEnded(app: INestApplicationContext): Promise<boolean> {
  const erasures = app.get(TenantErasureService);
  await erasures.finish(TEST_TENANT, AbortSignal.timeout(ERASURE_MS));
  return !(await erasures.isUnderWay(TEST_TENANT));
}
