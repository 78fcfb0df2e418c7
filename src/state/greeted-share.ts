import { parseRoute } from '../address/route.ts'
import type { SharedCluster } from '../share/share-link.ts'
import { notices } from './notices.svelte.ts'
import { WHAT_THIS_IS } from './what-this-is.ts'
import type { Workspace } from './workspace.svelte.ts'

interface Greeted {
  readonly shared: Pick<SharedCluster, 'objects' | 'at'>
  /** Whether this browser has had no cluster before. */
  readonly isFirstVisit: boolean
}

/**
 * Opens the map beside the tab of a link, and in front for a link that names no tab. A first visitor also reads what the
 * page is.
 */
export function greetShared(
  workspace: Pick<Workspace, 'cluster' | 'open' | 'tabs'>,
  { shared, isFirstVisit }: Greeted,
): void {
  const { cluster, tabs } = workspace
  const named = tabs.active
  const namespace = shared.objects.find(({ metadata }) => metadata?.namespace !== undefined)?.metadata?.namespace ?? ''
  const showMap = (): unknown => workspace.open({ kind: 'map', namespace })
  showMap()
  if (named !== undefined && parseRoute(shared.at).place !== undefined) tabs.activate(named)
  if (!isFirstVisit) return
  notices.show({
    tone: 'info',
    title: 'This cluster came with the link, and runs in your browser',
    detail: WHAT_THIS_IS,
    lasting: true,
    cluster: cluster.id,
    ...(tabs.active?.kind !== 'map' && { action: { label: 'Show its map', run: () => void showMap() } }),
  })
}
