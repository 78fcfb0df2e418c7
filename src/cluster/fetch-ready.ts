declare global {
  interface Window {
    /** For scripts of other pages and of the console. The README documents it. */
    tabplane?: {
      /** Resolves when the service worker answers `fetch('clusters/<id>/…')` of this page; rejects when none can. */
      readonly ready: Promise<void>
    }
  }
}

let refuse: (reason: Error) => void = () => undefined

/** Sets `window.tabplane`. Call once, before the service worker is registered. */
export function announceFetch(): void {
  // In a page with an opaque origin (a sandboxed frame), reading the property throws.
  const serviceWorker = origin === 'null' ? undefined : navigator.serviceWorker
  const ready = new Promise<void>((resolve, reject) => {
    refuse = reject
    if (serviceWorker === undefined)
      return noFetch('this page has no service worker (an insecure address, a sandboxed frame)')
    if (serviceWorker.controller !== null) resolve()
    else serviceWorker.addEventListener('controllerchange', () => resolve(), { once: true })
  })
  // A rejection that no caller handles is not an error of the page: the app works without the service worker.
  ready.catch(() => undefined)
  window.tabplane = { ready }
}

/** Rejects `window.tabplane.ready`, with the reason why no service worker will answer. */
export function noFetch(reason: string): void {
  refuse(new Error(`fetch cannot reach the clusters: ${reason}. The app itself works without it.`))
}
