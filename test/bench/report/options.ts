import { parseArgs } from 'node:util';
import type { CredentialKind } from '../beds/bed.js';

export type ProfileName = 'embedded' | 'postgres' | 'qdrant';

const PROFILES: readonly ProfileName[] = ['embedded', 'postgres', 'qdrant'];

/** Where a server of PostgreSQL may be named. */
const DATABASES = ['TEST_DATABASE_URL', 'BENCH_DATABASE_URL'];

/** What the command line asks for. */
export interface BenchOptions {
  readonly profile: ProfileName;
  /** Memories that a tenant holds, one table for each. */
  readonly sizes: readonly number[];
  readonly concurrencies: readonly number[];
  /** How often service and floor take turns; the medians are reported. */
  readonly rounds: number;
  /** Requests a measurement, as a share of the usual number. */
  readonly share: number;
  /** Folder with NDJSON files to take texts from; generated sentences where absent. */
  readonly data: string | undefined;
  readonly json: string | undefined;
  readonly cpuProf: boolean;
  /** What requests show. */
  readonly credentials: readonly CredentialKind[];
  /** Another commit, whose service takes the floor's place. */
  readonly against: string | undefined;
}

export const USAGE = `npm run bench -- [options]
  --profile embedded|postgres|qdrant
                                where records and vectors are (default embedded); postgres takes TEST_DATABASE_URL or
                                BENCH_DATABASE_URL, qdrant TEST_QDRANT_URL beside it
  --sizes 1000,20000            memories in the tenant
  --concurrency 1,16            requests at once
  --rounds 3                    turns that service and floor take
  --quick                       a third of the requests, two rounds, 1000 memories: to see that it works
  --credentials key,jwt         what requests show: an API key, a token of an identity provider, or both in turn (default)
  --against REV                 beside the service of another commit instead of the floor
  --data FOLDER                 NDJSON files to take texts from; generated sentences where left out
  --json FILE                   the figures of every round too
  --cpu-prof                    the service alone under --cpu-prof: where its time goes
`;

/** @throws TypeError that says what is wrong with the words */
export function readOptions(argv: readonly string[]): BenchOptions {
  const { values } = parseArgs({
    args: [...argv],
    options: {
      profile: { type: 'string', default: 'embedded' },
      sizes: { type: 'string' },
      concurrency: { type: 'string', default: '1,16' },
      rounds: { type: 'string' },
      quick: { type: 'boolean', default: false },
      data: { type: 'string' },
      json: { type: 'string' },
      against: { type: 'string' },
      credentials: { type: 'string', default: 'key,jwt' },
      'cpu-prof': { type: 'boolean', default: false },
    },
  });
  const { quick } = values;
  const profile = PROFILES.find((name) => name === values.profile);
  if (profile === undefined) throw new TypeError(`there is no profile ${values.profile}`);
  if (profile !== 'embedded' && DATABASES.every((name) => (process.env[name] ?? '') === '')) {
    throw new TypeError(`the profile ${profile} needs ${DATABASES.join(' or ')}`);
  }
  if (values['cpu-prof'] && values.against !== undefined) {
    throw new TypeError('--cpu-prof looks at one service: it cannot be given beside --against');
  }
  return {
    profile,
    sizes: positiveIntegers(values.sizes ?? (quick ? '1000' : '1000,20000')),
    concurrencies: positiveIntegers(values.concurrency),
    rounds: positiveIntegers(values.rounds ?? (quick ? '2' : '3'))[0] ?? 3,
    share: quick ? 1 / 3 : 1,
    data: values.data,
    json: values.json,
    cpuProf: values['cpu-prof'],
    credentials: credentialKinds(values.credentials),
    against: values.against,
  };
}

function credentialKinds(text: string): CredentialKind[] {
  return text.split(',').map((word) => {
    if (word !== 'key' && word !== 'jwt') throw new TypeError(`${word} is no credential; there are key and jwt`);
    return word;
  });
}

function positiveIntegers(text: string): number[] {
  return text.split(',').map((word) => {
    const value = Number(word);
    if (!Number.isSafeInteger(value) || value < 1) throw new TypeError(`${word} is not a number of things`);
    return value;
  });
}
