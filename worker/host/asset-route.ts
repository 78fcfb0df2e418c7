/** The part of an `InstallEvent` that the types of TypeScript lack. Firefox has no `addRoutes`. */
export interface InstallEvent {
  waitUntil(work: Promise<void>): void
  addRoutes?(routes: readonly StaticRoute[]): Promise<void>
}

/** A route of the Static Routing API of service workers. A request that the cache lacks goes to the network. */
interface StaticRoute {
  readonly condition: { readonly urlPattern: string; readonly requestMethod: string }
  readonly source: 'cache'
}

/**
 * Lets the browser itself serve large files from the cache. The name of each file holds its hash, so a cached file is
 * never outdated. Without the route, the service worker answers. When Chromium collects garbage in the service worker during
 * such an answer, it loses the rest of the cached body, and the import of the file fails.
 * @param base the folder of the app, as in the scope of the service worker
 * @param files cached paths below the base
 */
export function routeAssets(event: InstallEvent, base: string, files: readonly string[]): void {
  const routed = event.addRoutes?.(
    files.map((file) => ({ condition: { urlPattern: `${base}${file}`, requestMethod: 'GET' }, source: 'cache' })),
  )
  if (routed !== undefined) event.waitUntil(routed)
}
