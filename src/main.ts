import { mount } from 'svelte'
import './design/tokens.css'
import './design/base.css'
import './design/layout.css'
import App from './app/app.svelte'
import { loadTheRest } from './app/lazy-parts.ts'
import { loadTerminal } from './frame/lazy-panes.ts'
import { turn } from './state/loading-order.ts'
import { embed } from './address/current-embed.ts'
import { session } from './state/session.svelte.ts'

const target = document.getElementById('app')
if (target === null) throw new Error('index.html has no element #app')

void session.start(location, turn)
// The terminal loads beside the cluster, not after it; its pane shows a failure. The page has asked for it anyway.
loadTerminal().catch(() => undefined)
// The static frame was for the first paint.
target.replaceChildren()
if (embed === undefined) {
  mount(App, { target })
  void loadTheRest()
} else {
  const props = { embed }
  // Nothing else is loaded ahead: a page may embed several.
  import('./embed/embed-page.svelte').then(
    ({ default: EmbedPage }) => mount(EmbedPage, { target, props }),
    (error: unknown) => (target.textContent = `The cluster cannot be shown: ${String(error)}`),
  )
}
