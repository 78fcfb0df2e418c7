import { session } from '../state/session.svelte.ts'
import { formatRoute, isStep, parseRoute } from '../address/route.ts'

/** Updates the address bar when the route changes, and updates the route on Back and Forward. Call once, in a component. */
export function followAddress(): void {
  $effect(() => {
    const workspace = session.workspace
    if (workspace === undefined) return
    const route = { cluster: workspace.cluster.id, place: workspace.tabs.active?.place }
    const search = formatRoute(route)
    if (search === location.search) return
    const address = location.pathname + search
    if (isStep(parseRoute(location.search), route)) history.pushState(null, '', address)
    else history.replaceState(null, '', address)
  })

  $effect(() => {
    const listener = (): void => {
      const { cluster, place } = parseRoute(location.search)
      if (cluster !== undefined && session.list.some(({ id }) => id === cluster)) void session.open(cluster, place)
    }
    addEventListener('popstate', listener)
    return () => removeEventListener('popstate', listener)
  })
}
