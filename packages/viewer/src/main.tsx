import { render } from 'preact';
import { App } from './app.tsx';
import { openServed } from './state/served.ts';
import { applySettings } from './state/settings.ts';

applySettings();
render(<App />, document.getElementById('app')!);
void openServed();
