import type { ComponentType } from 'preact';
import { lazy } from 'preact-iso';
import type { IconName } from '../components/icons.js';
import { may } from '../session/session.js';
import type { Scope } from '../session/scopes.js';

/** A page of the console. */
export interface PageRoute {
  /** Below /console/, in preact-iso's patterns. */
  readonly path: string;
  readonly component: ComponentType<{ readonly params: Readonly<Record<string, string>> }>;
  /** What the credential needs. Without it, the page is not offered. Left out: nothing. */
  readonly scope?: Scope;
  /** Its entry in the navigation; pages that are reached from others have none. */
  readonly entry?: { readonly label: string; readonly icon: IconName };
}

/** Every page. Each is a file of its own that the browser loads when it is first opened. A new page is a line here. */
const PAGES: readonly PageRoute[] = [
  {
    path: 'search',
    component: lazy(() => import('../pages/search/search-page.js').then(({ SearchPage }) => SearchPage)),
    scope: 'read:memories',
    entry: { label: 'Search', icon: 'search' },
  },
  {
    path: 'memories',
    component: lazy(() => import('../pages/memories/memories-page.js').then(({ MemoriesPage }) => MemoriesPage)),
    scope: 'read:memories',
    entry: { label: 'Memories', icon: 'memories' },
  },
  {
    path: 'memories/:id',
    component: lazy(() => import('../pages/memory/memory-page.js').then(({ MemoryPage }) => MemoryPage)),
    scope: 'read:memories',
  },
  {
    path: 'decisions',
    component: lazy(() => import('../pages/decisions/decisions-page.js').then(({ DecisionsPage }) => DecisionsPage)),
    scope: 'read:intelligence',
    entry: { label: 'Decisions', icon: 'decisions' },
  },
  {
    path: 'patterns',
    component: lazy(() => import('../pages/patterns/patterns-page.js').then(({ PatternsPage }) => PatternsPage)),
    scope: 'read:intelligence',
    entry: { label: 'Patterns', icon: 'patterns' },
  },
  {
    path: 'import',
    component: lazy(() => import('../pages/import/import-page.js').then(({ ImportPage }) => ImportPage)),
    scope: 'write:memories',
    entry: { label: 'Import', icon: 'import' },
  },
  {
    path: 'keys',
    component: lazy(() => import('../pages/keys/keys-page.js').then(({ KeysPage }) => KeysPage)),
    scope: 'manage:keys',
    entry: { label: 'Keys', icon: 'key' },
  },
  {
    path: 'webhooks',
    component: lazy(() => import('../pages/webhooks/webhooks-page.js').then(({ WebhooksPage }) => WebhooksPage)),
    scope: 'write:webhooks',
    entry: { label: 'Webhooks', icon: 'webhook' },
  },
  {
    path: 'webhooks/:id',
    component: lazy(() => import('../pages/webhooks/webhook-page.js').then(({ WebhookPage }) => WebhookPage)),
    scope: 'write:webhooks',
  },
  {
    path: 'usage',
    component: lazy(() => import('../pages/usage/usage-page.js').then(({ UsagePage }) => UsagePage)),
    scope: 'read:usage',
    entry: { label: 'Usage', icon: 'usage' },
  },
  {
    path: 'health',
    component: lazy(() => import('../pages/health/health-page.js').then(({ HealthPage }) => HealthPage)),
    entry: { label: 'Health', icon: 'health' },
  },
];

/** The scope that the credential lacks for the page at this path below /console/. */
export function scopeMissingFor(path: string): Scope | undefined {
  const [first] = path.split('/');
  const scope = PAGES.find((page) => page.path === first)?.scope;
  return scope === undefined || may(scope) ? undefined : scope;
}

/** Those that the credential can use. */
export function permittedPages(): readonly PageRoute[] {
  return PAGES.filter(({ scope }) => scope === undefined || may(scope));
}
