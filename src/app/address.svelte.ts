import { session } from '../state/session.svelte.ts'
import { formatRoute, parseRoute } from './route.ts'

/** Keeps the address bar true, and goes where Back and Forward lead. Call once, in a component. */
export function followAddress(): void {
  let following = false

  $effect(() => {
    const workspace = session.workspace
    if (workspace === undefined) return
    const search = formatRoute({ cluster: workspace.cluster.id, place: workspace.tabs.active?.place })
    if (search === location.search) return
    const first = parseRoute(location.search).cluster === undefined
    if (first || following) history.replaceState(null, '', location.pathname + search)
    else history.pushState(null, '', location.pathname + search)
    following = false
  })

  $effect(() => {
    const back = async (): Promise<void> => {
      const { cluster, place } = parseRoute(location.search)
      following = true
      if (cluster !== undefined && session.list.some(({ id }) => id === cluster)) await session.open(cluster, place)
      following = false
    }
    const listener = (): void => void back()
    addEventListener('popstate', listener)
    return () => removeEventListener('popstate', listener)
  })
}
