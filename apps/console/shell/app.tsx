import type { VNode } from 'preact';
import { ErrorBoundary, LocationProvider, Route, Router, useLocation } from 'preact-iso';
import { useEffect } from 'preact/hooks';
import { useSignal } from '@preact/signals';
import { Page } from '../components/page.js';
import { Empty, Failure, Loading } from '../components/states.js';
import { Toasts } from '../components/toasts.js';
import { pathOf } from '../session/place.js';
import { restoring, session } from '../session/session.js';
import { Navigation } from './navigation.js';
import { permittedPages, scopeMissingFor } from './routes.js';
import { useShortcuts } from './shortcuts.js';
import { SignIn } from './sign-in.js';

/** The console: the sign-in page, or the pages of whoever is signed in. */
export function App(): VNode {
  if (restoring.value) {
    return (
      <main class="sign-in">
        <Loading what="the console" />
      </main>
    );
  }
  if (session.value === undefined) return <SignIn />;
  return (
    <LocationProvider scope={pathOf('')}>
      <Shell />
    </LocationProvider>
  );
}

function Shell(): VNode {
  const failure = useSignal<unknown>(undefined);
  const { url } = useLocation();
  useShortcuts();
  useEffect(() => {
    failure.value = undefined;
  }, [url]);
  return (
    <div class="shell">
      <a class="skip-link" href="#content">
        Skip to the content
      </a>
      <Navigation />
      <main id="content" tabIndex={-1}>
        {failure.value === undefined ? (
          <ErrorBoundary onError={(error) => (failure.value = error)}>
            <Pages />
          </ErrorBoundary>
        ) : (
          <Page title="This page failed">
            <Failure error={failure.value} retry={() => location.reload()} />
          </Page>
        )}
      </main>
      <Toasts />
    </div>
  );
}

function Pages(): VNode {
  return (
    <Router>
      <Route path={pathOf('')} component={Start} />
      {permittedPages().map(({ path, component }) => (
        <Route path={pathOf(path)} component={component} key={path} />
      ))}
      <Route default component={NoPage} />
    </Router>
  );
}

/** `/console` itself leads to the first page that the credential can use. */
function Start(): VNode {
  const { route } = useLocation();
  // Health is open to everyone, and says nothing of the tenant.
  const first = permittedPages().find(({ scope }) => scope !== undefined);
  useEffect(() => {
    if (first !== undefined) route(pathOf(first.path), true);
  }, []);
  if (first !== undefined) return <Loading what="the page" />;
  return (
    <Page title="Nothing to show">
      <Empty title="This key cannot read anything that the console shows.">
        It has{' '}
        {session.value?.scopes.size === 0 ? 'no scopes' : `the scopes ${[...(session.value?.scopes ?? [])].join(', ')}`}
        . Sign in with a key that has <code>read:memories</code>.
      </Empty>
    </Page>
  );
}

function NoPage(): VNode {
  const { path } = useLocation();
  const missing = scopeMissingFor(path.slice(pathOf('').length));
  if (missing !== undefined) {
    return (
      <Page title="Not permitted">
        <Empty title="Your key cannot use this page.">
          Sign in with a key that has <code>{missing}</code>.
        </Empty>
      </Page>
    );
  }
  return (
    <Page title="Page not found">
      <Empty title="The console has no page at this address.">
        <a href={pathOf('')}>Go to the start</a>
      </Empty>
    </Page>
  );
}
