import type { ClusterSettings } from '../../worker/api/cluster-settings.ts'
import type { Place } from '../address/route.ts'
import { parseRoute } from '../address/route.ts'
import type { SharedCluster } from '../share/share-link.ts'
import { newClusterName } from './cluster-names.ts'
import { lessonRecords } from './lesson-records.svelte.ts'
import { session } from './session.svelte.ts'
import { forget } from './storage.ts'

/** The first tab of a cluster when the address names none. */
const NAMESPACES: Place = {
  kind: 'collection',
  at: { group: '', version: 'v1', resource: 'namespaces', namespace: '', name: '' },
}

export async function forkCluster(id: string, name: string): Promise<void> {
  const from = session.workspace
  const cluster = await session.clusters.open(await session.clusters.fork(id, name))
  await session.refresh()
  session.show(cluster, from?.cluster.id === id ? from.remembered() : undefined)
}

export async function renameCluster(id: string, name: string): Promise<void> {
  await session.clusters.rename(id, name)
  await session.refresh()
}

/**
 * Deletes a cluster and the data that a lesson stored for it. When it was open, opens another cluster, or a new one
 * when none is left.
 */
export async function deleteCluster(id: string): Promise<void> {
  const wasOpen = session.workspace?.cluster.id === id
  if (wasOpen) session.leave()
  const start = lessonRecords.get(id)?.start
  lessonRecords.remove(id)
  await removeStored(id)
  if (start !== undefined) await removeStored(start)
  await session.refresh()
  if (!wasOpen) return
  const next = session.list.find((info) => !lessonRecords.isStart(info.id))
  if (next === undefined) await session.create('svc', newClusterName([]))
  else await session.open(next.id)
}

/** Deletes a cluster that is not open. */
export async function removeStored(id: string): Promise<void> {
  await session.clusters.delete(id)
  forget(`workspace.${id}`)
}

/**
 * Creates a new cluster with these objects and shows it; existing clusters never change.
 * @returns the id of the cluster
 */
export async function createFrom(
  shared: Omit<SharedCluster, 'documents' | 'at'> & { readonly settings?: ClusterSettings },
  saved?: SharedCluster,
): Promise<string> {
  const { name, dialect, settings } = shared
  const cluster = await session.clusters.create({ name, dialect, ...(settings !== undefined && { settings }) })
  const place = parseRoute(saved?.at ?? '').place ?? NAMESPACES
  session.show(cluster, { documents: saved?.documents ?? [], tabs: [place], active: 0, namespace: '' })
  await session.refresh()
  const { workspace } = session
  if (workspace === undefined) return cluster.id
  if (shared.objects.length > 0) {
    const { restoreCluster } = await import('./restored-cluster.ts')
    await restoreCluster(workspace, shared.objects)
  }
  if (saved?.apply !== true) return cluster.id
  const { applyDocuments } = await import('./applied-documents.ts')
  await applyDocuments(workspace)
  return cluster.id
}
