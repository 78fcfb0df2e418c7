import type { RoutedLink, WebhookLinks } from './webhook-links.ts'

/** Loads the routes with the first offer or call: most clusters have no handler. */
export function lazyWebhookLinks(): WebhookLinks {
  let loaded: Promise<WebhookLinks> | undefined
  const load = (): Promise<WebhookLinks> =>
    (loaded ??= import('./webhook-routes.ts').then(({ WebhookRoutes }) => new WebhookRoutes()))
  return {
    // Calls and messages wait for the same promise, so a call runs after the offers that arrived before it.
    caller: (cluster) => (call) => load().then((links) => links.caller(cluster)(call)),
    open(send) {
      let link: RoutedLink | undefined
      return {
        receive: (message) => void load().then((links) => (link ??= links.open(send)).receive(message)),
        close: () => void loaded?.then(() => link?.close()),
      }
    },
  }
}
