import { mount } from 'svelte'
import './design/tokens.css'
import './design/base.css'
import './design/layout.css'
import App from './app/app.svelte'
import { loadTerminal, loadTheRest } from './app/lazy-panes.ts'
import { turn } from './app/loading-order.ts'
import { session } from './state/session.svelte.ts'

const target = document.getElementById('app')
if (target === null) throw new Error('index.html has no element #app')

void session.start(location, turn)
// The terminal loads beside the cluster, not after it; its pane shows a failure.
loadTerminal().catch(() => undefined)
// The static frame was for the first paint.
target.replaceChildren()
mount(App, { target })
void loadTheRest()
