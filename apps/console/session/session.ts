import { batch, signal, type ReadonlySignal } from '@preact/signals';
import { AuthenticationError, Mneme } from '@mneme/client';
import { SERVICE_URL } from './place.js';
import { scopesOf, type Scope } from './scopes.js';

/** Kept for the tab alone, and gone with it. */
const STORED_AS = 'mneme.key';
/** The exchange of a credential for a token names no tenant: the response does. */
const NOT_KNOWN_YET = 'unknown';
const REFUSED = 401;
const REFUSED_KEY = 'The service does not accept this key. It was revoked, it expired, or a part of it is missing.';
/** Keys and tokens consist of these: nothing else can be sent in a header. */
const CREDENTIAL = /^[\x21-\x7e]+$/;

/** The key is none, or no longer. */
class RefusedKeyError extends Error {}

/** Who is signed in. */
export interface Session {
  readonly client: Mneme;
  readonly tenantId: string;
  readonly scopes: ReadonlySet<Scope>;
}

const current = signal<Session | undefined>(undefined);
const isRestoring = signal(false);
const reason = signal<string | undefined>(undefined);

/** Who is signed in; undefined while no one is. */
export const session: ReadonlySignal<Session | undefined> = current;
/** Whether the key of this tab is being checked. */
export const restoring: ReadonlySignal<boolean> = isRestoring;
/** Why the session ended, where the reader did not end it. */
export const signOutReason: ReadonlySignal<string | undefined> = reason;

/**
 * Signs in with an API key or a user's token.
 * @throws RefusedKeyError, or MnemeError where the service could not check it
 */
export async function signIn(key: string): Promise<void> {
  if (!CREDENTIAL.test(key)) throw new RefusedKeyError('This is not a key: it contains characters that no key has.');
  const token = await clientFor(key, NOT_KNOWN_YET, fetch)
    .tokens.exchange()
    .catch((error: unknown) => {
      throw error instanceof AuthenticationError ? new RefusedKeyError(REFUSED_KEY) : error;
    });
  sessionStorage.setItem(STORED_AS, key);
  batch(() => {
    reason.value = undefined;
    current.value = {
      client: clientFor(key, token.tenantId, fetchOrSignOut),
      tenantId: token.tenantId,
      scopes: scopesOf(token.token),
    };
  });
}

/** @param why where the reader did not ask for it */
export function signOut(why?: string): void {
  sessionStorage.removeItem(STORED_AS);
  batch(() => {
    reason.value = why;
    current.value = undefined;
  });
}

/**
 * Signs in with the key of the address (`#key=…`), which is removed from it at once, or with that of this tab. A link that is
 * opened in a tab of the console only changes its address: it is heeded as well.
 */
export async function restoreSession(): Promise<void> {
  addEventListener('hashchange', () => {
    const key = takeKeyFromAddress();
    if (key !== undefined) void tryKey(key);
  });
  const key = takeKeyFromAddress() ?? sessionStorage.getItem(STORED_AS);
  if (key !== null) await tryKey(key);
}

async function tryKey(key: string): Promise<void> {
  isRestoring.value = true;
  try {
    await signIn(key);
  } catch (error) {
    signOut(error instanceof Error ? error.message : String(error));
    // The service may be back in a moment: a reload tries the same key again.
    if (!(error instanceof RefusedKeyError)) sessionStorage.setItem(STORED_AS, key);
  } finally {
    isRestoring.value = false;
  }
}

/** Whether the credential may do this. */
export function may(scope: Scope): boolean {
  return current.value?.scopes.has(scope) ?? false;
}

/** Whether this is the key that has signed in. @param keyPrefix how the key starts */
export function isOwnKey(keyPrefix: string): boolean {
  return sessionStorage.getItem(STORED_AS)?.startsWith(keyPrefix) ?? false;
}

/** The client of the session. @throws Error while no one is signed in: pages are shown to those who are */
export function mneme(): Mneme {
  if (current.value === undefined) throw new Error('no one is signed in');
  return current.value.client;
}

function takeKeyFromAddress(): string | undefined {
  const { pathname, search, hash } = location;
  const key = new URLSearchParams(hash.slice(1)).get('key');
  if (key === null) return undefined;
  history.replaceState(null, '', pathname + search);
  return key;
}

function clientFor(apiKey: string, tenantId: string, send: typeof fetch): Mneme {
  return new Mneme({ apiKey, tenantId, baseUrl: SERVICE_URL, fetch: (input, init) => send(input, init) });
}

async function fetchOrSignOut(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  const response = await fetch(input, init);
  if (response.status === REFUSED) signOut('The service no longer accepts this key: it was revoked, or it expired.');
  return response;
}
