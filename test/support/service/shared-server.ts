import { exportPKCS8, exportSPKI, generateKeyPair } from 'jose';
import { ServerProcess } from './server-process.js';

export const ISSUER = 'https://identity.test';

/** What the tests of one profile share: a running service and the key of its identity provider. */
export interface SharedServer {
  readonly url: string;
  readonly routes: string;
  readonly privateKey: string;
  readonly env: Record<string, string>;
}

/** Receivers of tests are on this machine and speak HTTP. */
const LOCAL_WEBHOOKS = { WEBHOOK_ALLOW_HTTP: 'on', WEBHOOK_ALLOWED_CIDRS: '127.0.0.0/8' };

export type Profile = 'embedded' | 'postgres';

/** Tests of other things meet no limit; those of limits start servers of their own. */
const GENEROUS = { DEFAULT_PLAN: 'enterprise', AUTH_FAILURES_PER_MINUTE: '600000' };

const running: { server: ServerProcess; cleanUp: () => Promise<void> }[] = [];

/** Starts the profile's service and leaves its address where the tests of the profile find it. */
export async function shareServer(
  profile: Profile,
  database: Record<string, string>,
  cleanUp: () => Promise<void> = () => Promise.resolve(),
): Promise<void> {
  const { publicKey, privateKey } = await generateKeyPair('ES256', { extractable: true });
  const identity = { JWT_PUBLIC_KEY: await exportSPKI(publicKey), JWT_ISSUER: ISSUER };
  const env = { ...database, ...GENEROUS, ...LOCAL_WEBHOOKS, ...identity, LOG_LEVEL: 'info' };
  // It lives long enough for the second compilation to pay.
  const server = await ServerProcess.start(env, undefined, []);
  const shared: SharedServer = {
    url: server.url,
    routes: server.ready.routes,
    privateKey: await exportPKCS8(privateKey),
    env,
  };
  process.env[variableOf(profile)] = JSON.stringify(shared);
  running.push({ server, cleanUp });
}

export async function stopSharedServers(): Promise<void> {
  for (const { server, cleanUp } of running.splice(0)) {
    await server.stop();
    await server.removeData();
    await cleanUp();
  }
}

export function variableOf(profile: Profile): string {
  return `MNEME_TEST_${profile.toUpperCase()}`;
}
