import { Workbox } from 'workbox-window'
import type { FromServiceWorker, ToServiceWorker } from '../../worker/host/messages.ts'
import { noFetch } from './fetch-ready.ts'
import type { PageWorker } from './page-worker.ts'

/**
 * Registers the service worker, and sends it ports to the API worker when it requests them. Without a service worker (a
 * private window), the app works over its direct port, but `fetch` below `clusters/` does not work. Calls `updated`
 * when a newer version is installed beside the running one. The newer version waits until all pages of the old one are
 * closed.
 */
export function registerServiceWorker(base: URL, worker: PageWorker, updated: () => void): void {
  const { serviceWorker } = navigator
  serviceWorker.addEventListener('message', ({ data, source }: MessageEvent<FromServiceWorker | null>) => {
    const port = data?.type === 'port-wanted' ? worker.lend() : undefined
    if (port === undefined || !(source instanceof ServiceWorker)) return
    source.postMessage({ type: 'port' } satisfies ToServiceWorker, [port])
  })
  serviceWorker.startMessages()
  // The build emits a classic script, because older browsers support no module service workers.
  const type = import.meta.env.DEV ? 'module' : 'classic'
  const workbox = new Workbox(new URL('service-worker.js', base).href, { scope: base.pathname, type })
  workbox.addEventListener('installed', ({ isUpdate, isExternal }) => {
    if (isUpdate === true || isExternal === true) updated()
  })
  // Registers at once: the page has loaded, or a running service worker waits for its port.
  workbox.register({ immediate: true }).then(
    () => void claim(serviceWorker),
    (error: unknown) => {
      noFetch(`the service worker cannot be registered (${String(error)})`)
      console.warn('The service worker cannot be registered; the app does not work offline.', error)
    },
  )
}

/** After a first visit or a hard reload the page has no controller until the service worker claims it. */
async function claim(serviceWorker: ServiceWorkerContainer): Promise<void> {
  const { active } = await serviceWorker.ready
  if (serviceWorker.controller === null) active?.postMessage({ type: 'claim' } satisfies ToServiceWorker)
}
