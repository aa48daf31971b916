import { useSignal } from '@preact/signals';
import type { VNode } from 'preact';
import { useLocation } from 'preact-iso';
import { useEffect } from 'preact/hooks';
import { Icon, type IconName } from '../components/icons.js';
import { Text } from '../components/text.js';
import { pathOf } from '../session/place.js';
import { session, signOut } from '../session/session.js';
import { permittedPages } from './routes.js';
import { nextTheme, theme, type Theme } from './theme.js';

const THEMES: Readonly<Record<Theme, { readonly icon: IconName; readonly label: string }>> = {
  system: { icon: 'auto', label: 'System theme' },
  light: { icon: 'sun', label: 'Light theme' },
  dark: { icon: 'moon', label: 'Dark theme' },
};

/** The bar at the side; on a phone a bar at the top, whose button shows it. */
export function Navigation(): VNode {
  const isOpen = useSignal(false);
  const { path, url } = useLocation();
  useEffect(() => {
    isOpen.value = false;
  }, [url]);
  return (
    <div class={`sidebar${isOpen.value ? ' is-open' : ''}`}>
      <div class="sidebar-top">
        <a class="brand" href={pathOf('search')}>
          <span class="brand-mark" aria-hidden="true" />
          Mneme
        </a>
        <button
          type="button"
          class="icon-button menu-button"
          aria-expanded={isOpen.value}
          aria-controls="navigation"
          onClick={() => (isOpen.value = !isOpen.value)}
        >
          <Icon name={isOpen.value ? 'close' : 'menu'} />
          <span class="visually-hidden">Menu</span>
        </button>
      </div>
      <div class="sidebar-body" id="navigation">
        <nav aria-label="Pages">
          <ul>
            {permittedPages().map(({ path: page, entry }) =>
              entry === undefined ? null : (
                <li key={page}>
                  <a href={pathOf(page)} aria-current={isAt(path, page) ? 'page' : undefined}>
                    <Icon name={entry.icon} />
                    {entry.label}
                  </a>
                </li>
              ),
            )}
          </ul>
        </nav>
        <Account />
      </div>
    </div>
  );
}

function isAt(path: string, page: string): boolean {
  const own = pathOf(page);
  return path === own || path.startsWith(`${own}/`);
}

function Account(): VNode {
  const { icon, label } = THEMES[theme.value];
  return (
    <div class="account">
      <p class="tenant" title="Tenant">
        <Text text={session.value?.tenantId ?? ''} />
      </p>
      <div class="account-buttons">
        <button type="button" class="quiet-button" onClick={nextTheme} title="Change the theme">
          <Icon name={icon} />
          <span>{label}</span>
        </button>
        <button type="button" class="quiet-button" onClick={() => signOut()}>
          <Icon name="signOut" />
          <span>Sign out</span>
        </button>
      </div>
    </div>
  );
}
