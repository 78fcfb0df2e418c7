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
 * Lets the browser answer large files from the cache itself. The name of each holds its hash, so a cached one is
 * the right one. Otherwise the service worker answers, and Chromium loses the rest of a cached body when the garbage of the
 * service worker is collected at that moment: an import fails then.
 * @param base the folder of the app, as in the scope of the service worker
 * @param files cached paths below the base
 */
export function routeAssets(event: InstallEvent, base: string, files: readonly string[]): void {
  const routed = event.addRoutes?.(
    files.map((file) => ({ condition: { urlPattern: `${base}${file}`, requestMethod: 'GET' }, source: 'cache' })),
  )
  if (routed !== undefined) event.waitUntil(routed)
}
