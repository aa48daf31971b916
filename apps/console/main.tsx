import { render } from 'preact';
import { restoreSession } from './session/session.js';
import { App } from './shell/app.js';
import { followTheme } from './shell/theme.js';

followTheme();
// Before anything is drawn: it takes the key out of the address.
void restoreSession();
const place = document.getElementById('console');
if (place !== null) render(<App />, place);
