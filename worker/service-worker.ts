import { cleanupOutdatedCaches, matchPrecache, precacheAndRoute } from 'workbox-precaching'
import type { PrecacheEntry } from 'workbox-precaching'
import { serviceUnavailable } from './api/status.ts'
import { systemClock } from './clock/clock.ts'
import { apiRequest, asData, isStreamOfJson, fetchIdentityOf, streamOf } from './host/api-fetch.ts'
import { routeAssets } from './host/asset-route.ts'
import { isForeignNavigation } from './host/foreign-navigation.ts'
import { readAnnouncement, readToServiceWorker } from './host/incoming.ts'
import { LinkClient } from './host/link-client.ts'
import { linkKeeper } from './host/link-keeper.ts'
import type { FromServiceWorker, FromWorker, ToWorker } from './host/messages.ts'
import { announcementChannel } from './host/messages.ts'
import { smallFiles } from './host/small-files.ts'
import { portWire } from './host/wire.ts'

// Answers `fetch('<base>/clusters/<id>/...')` of every page and frame below <base> from the API worker, and the app itself from
// the cache. The browser may end the service worker at any time, without an event. So it keeps only state that it can request
// again.

declare const self: ServiceWorkerGlobalScope & {
  /** The built files that are cached one by one. An entry that is only a name contains a hash of the content. */
  readonly __WB_MANIFEST: readonly (PrecacheEntry | string)[]
  /** The name of the file among them that holds the small files; empty when there are none. */
  readonly __SMALL_FILES: string
}

const base = new URL(self.registration.scope).pathname
const assets = new URL('assets/', self.registration.scope).href
const newline = new TextEncoder().encode('\n')
const run = systemClock.uuid()

const client = new LinkClient({
  clock: systemClock,
  other: () => undefined,
  // Firefox resolves `fetch` only when a first chunk arrives. Readers of JSON skip the empty line.
  firstBytes: (answer) => (isStreamOfJson(answer) ? newline : undefined),
  wholeBody: streamOf,
})

const keeper = linkKeeper({
  clock: systemClock,
  client,
  /** A service worker cannot start workers. Pages with a link to the writer offer a port to the service worker. */
  async requestWire() {
    const pages = await self.clients.matchAll({ type: 'window', includeUncontrolled: true })
    for (const page of pages) page.postMessage({ type: 'port-wanted' } satisfies FromServiceWorker)
    return pages.length > 0
  },
  unavailable: () =>
    serviceUnavailable(
      `no page that runs this cluster is open: open ${base} in a tab of this browser and keep it open`,
    ),
})

self.addEventListener('message', (event) => {
  const message = readToServiceWorker(event.data)
  if (message?.type === 'claim') return event.waitUntil(self.clients.claim())
  const [port] = event.ports
  if (message?.type === 'port' && port !== undefined) keeper.offer(portWire<ToWorker, FromWorker>(port))
})

new BroadcastChannel(announcementChannel(base)).addEventListener('message', (event) => {
  const announced = readAnnouncement(event.data)
  if (announced?.type === 'writer' && announced.generation !== client.generation) keeper.lost()
})

self.addEventListener('fetch', (event) => {
  const { request } = event
  const path = clusterPath(request.url)
  if (path === undefined) {
    if (request.destination === 'iframe') framed(event)
    else if (request.url.startsWith(assets)) asset(event)
    return
  }
  event.stopImmediatePropagation()
  if (path.url === '/' && request.mode === 'navigate' && request.method === 'GET')
    event.respondWith(Response.redirect(`${base}?cluster=${path.cluster}`))
  else if (isForeignNavigation(request)) event.respondWith(new Response('cross-site navigation', { status: 403 }))
  else event.respondWith(answer(request, path, event.clientId))
})

const files = self.__WB_MANIFEST.map((file) => (typeof file === 'string' ? { url: file, revision: null } : file))
const largeAssets = files.map(({ url }) => url).filter((url) => url.startsWith('assets/'))
const isLargeAsset = new Set(largeAssets.map((url) => new URL(url, self.registration.scope).href))
const smallFile = smallFiles(() => matchPrecache(self.__SMALL_FILES))

self.addEventListener('install', (event) => routeAssets(event, base, largeAssets))

// Registered after the listener above: workbox answers what it has cached and leaves the rest to the network.
precacheAndRoute(files, { ignoreURLParametersMatching: [/./] })
cleanupOutdatedCaches()

/**
 * Answers a frame's document from the network, whose headers say which sites may frame this address. The cached document has
 * the headers of the app's own page, and is used only offline.
 */
function framed(event: FetchEvent): void {
  event.stopImmediatePropagation()
  const { request } = event
  const { pathname } = new URL(request.url)
  const cached = pathname === base ? 'index.html' : pathname
  event.respondWith(fetch(request).catch(async () => (await matchPrecache(cached)) ?? Response.error()))
}

/** Answers small files. Files that workbox has cached one by one are left to workbox. */
function asset(event: FetchEvent): void {
  const { request } = event
  if (isLargeAsset.has(request.url)) return
  event.stopImmediatePropagation()
  const path = request.url.slice(self.registration.scope.length)
  event.respondWith(smallFile(path).then((file) => file ?? fetch(request)))
}

async function answer(request: Request, path: { cluster: string; url: string }, page: string): Promise<Response> {
  const asked = await apiRequest(request, path)
  const fetchIdentity = await fetchIdentityOf(asked, page, run)
  const response = client.fetch({ ...asked, fetchIdentity })
  keeper.watch()
  return asData(await response)
}

/** The parts of `<base>clusters/<id>/api/v1/pods?limit=5`; undefined for any other address. */
function clusterPath(href: string): { cluster: string; url: string } | undefined {
  const prefix = `${self.location.origin}${base}clusters/`
  if (!href.startsWith(prefix)) return undefined
  const [, cluster = '', url = ''] = /^([^/?#]+)([^#]*)/.exec(href.slice(prefix.length)) ?? []
  if (cluster === '') return undefined
  return { cluster, url: url.startsWith('/') ? url : `/${url}` }
}
