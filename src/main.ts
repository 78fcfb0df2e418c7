import { mount } from 'svelte'
import './design/tokens.css'
import './design/base.css'
import './design/layout.css'
import App from './app/app.svelte'
import { restAfterTerminal } from './app/lazy-parts.ts'
import { announceFetch } from './cluster/fetch-ready.ts'
import { loadTerminal } from './frame/lazy-panes.ts'
import { layout } from './state/layout.svelte.ts'
import './state/fonts.ts'
import { releaseLazyLoading, terminalSettled } from './state/loading-order.ts'
import { embed } from './address/current-embed.ts'
import { notices } from './state/notices.svelte.ts'
import { isShare } from './share/share-fragment.ts'
import { session } from './state/session.svelte.ts'
import { nextTask } from '../worker/runtime/next-task.ts'

const target = document.getElementById('app')
if (target === null) throw new Error('index.html has no element #app')

if (embed === undefined) announceFetch()
const loadAddress = () => import('./app/opened-address.ts')
const started = session.start(location, terminalSettled, async (address) => (await loadAddress()).openAddress(address))
// In parallel with the API server. A failed load is reported when the address opens.
if (isShare(location.search + location.hash))
  loadAddress().then(
    (opened) => opened.preload(location),
    () => undefined,
  )
// Without a cluster the terminal has no prompt.
void started.then(() => session.workspace ?? releaseLazyLoading())
// The terminal loads in parallel with the cluster; its pane reports a failed load, because it awaits the same import.
// On a wide page, the head of the document names the files of the terminal (scripts/first-load-plugin.ts).
if (layout.showsTerminal || matchMedia('(width>=700px)').matches) loadTerminal().catch(releaseLazyLoading)
// The worker's script is requested before the page is drawn.
await nextTask()
// The static frame in index.html is only for the first paint.
target.replaceChildren()
if (embed === undefined) {
  mount(App, { target })
  restAfterTerminal().catch((error: unknown) => notices.fail('The handlers of this cluster do not run', error))
} else {
  const props = { embed, started }
  // An embed preloads nothing else, because a page may contain several embeds.
  import('./embed/embed-page.svelte').then(
    ({ default: EmbedPage }) => mount(EmbedPage, { target, props }),
    (error: unknown) => (target.textContent = `The cluster cannot be shown: ${String(error)}`),
  )
}
