import type { DialectName } from '../../worker/dialect/dialect.ts'
import { describeError } from '../client/api-error.ts'
import type { Place } from '../address/route.ts'
import { formatRoute, parseRoute } from '../address/route.ts'
import type { ClusterHandle, ClusterInfo, Clusters } from '../cluster/cluster.ts'
import { connect } from '../cluster/connection.ts'
import type { Embed } from '../address/embed.ts'
import { embed } from '../address/current-embed.ts'
import type { SharedCluster } from '../share/share-link.ts'
import { isShare } from '../share/share-fragment.ts'
import { newClusterName } from './cluster-names.ts'
import { notices } from './notices.svelte.ts'
import { forget, recall, remember } from './storage.ts'
import type { Saved } from './workspace.svelte.ts'
import { Workspace } from './workspace.svelte.ts'

const LAST = 'cluster'

/** The first tab of a cluster without a route. */
const NAMESPACES: Place = {
  kind: 'collection',
  at: { group: '', version: 'v1', resource: 'namespaces', namespace: '', name: '' },
}

/** The clusters of this browser, and the open cluster. */
class Session {
  #clusters: Clusters | undefined
  #list = $state.raw<readonly ClusterInfo[]>([])
  #workspace = $state.raw<Workspace>()
  #failure = $state.raw<Error>()

  get list(): readonly ClusterInfo[] {
    return this.#list
  }

  get workspace(): Workspace | undefined {
    return this.#workspace
  }

  /** The reason why no cluster could be opened. */
  get failure(): Error | undefined {
    return this.#failure
  }

  /**
   * Opens the cluster of the address: a shared one, or one by its id; else the last one of the address's dialect, else
   * a new one. Installing for offline use waits for `settled`. An embed creates a cluster in memory with each load.
   */
  async start(location: Location, settled: Promise<void>): Promise<void> {
    try {
      this.#clusters = await connect(settled, embed && 'memory')
      this.#clusters.onUpdate(() =>
        notices.show({
          tone: 'info',
          title: 'A new version is ready; it starts when all tabs are closed',
          lasting: true,
        }),
      )
      await this.#refresh()
      if (isShare(location.hash) && (await this.#openShare(location.hash))) return
      if (embed !== undefined) return await this.#startEmbed(embed)
      const { cluster, dialect, place } = parseRoute(location.search)
      if (cluster !== undefined && !this.#list.some((info) => info.id === cluster))
        void import('./absent-cluster.ts').then(({ reportAbsent }) => reportAbsent(cluster))
      const info = this.#chosen(cluster, dialect)
      if (info === undefined) await this.create(dialect ?? 'svc', newClusterName(this.#list))
      else await this.open(info.id)
      const workspace = this.#workspace
      // The examples page works in every cluster; all other routes belong to one cluster.
      if (place?.kind === 'examples' || (place !== undefined && workspace?.cluster.id === cluster))
        workspace?.open(place)
    } catch (error) {
      this.#failure = error instanceof Error ? error : new Error(String(error))
    }
  }

  #chosen(cluster: string | undefined, dialect: DialectName | undefined): ClusterInfo | undefined {
    const named = this.#list.find(({ id }) => id === cluster)
    if (named !== undefined) return named
    const fitting = this.#list.filter((info) => dialect === undefined || info.dialect === dialect)
    const last = recall(LAST)
    return fitting.find(({ id }) => id === last) ?? fitting[0]
  }

  async open(id: string, place?: Place): Promise<void> {
    if (this.#workspace?.cluster.id !== id) this.#show(await this.#need().open(id))
    if (place !== undefined) this.#workspace?.open(place)
  }

  async create(dialect: DialectName, name: string): Promise<void> {
    this.#show(await this.#need().create({ name, dialect }))
    await this.#refresh()
  }

  async fork(id: string, name: string): Promise<void> {
    const from = this.#workspace
    const cluster = await this.#need().fork(id, name)
    await this.#refresh()
    this.#show(cluster, from?.cluster.id === id ? from.remembered() : undefined)
  }

  async rename(id: string, name: string): Promise<void> {
    await this.#need().rename(id, name)
    await this.#refresh()
  }

  /** Deletes the open cluster and opens another one, or a new one when it was the last. */
  async delete(id: string): Promise<void> {
    const wasOpen = this.#workspace?.cluster.id === id
    if (wasOpen) {
      this.#workspace?.close()
      this.#workspace = undefined
    }
    await this.#need().delete(id)
    forget(`workspace.${id}`)
    await this.#refresh()
    if (!wasOpen) return
    const next = this.#list[0]
    if (next === undefined) await this.create('svc', newClusterName([]))
    else await this.open(next.id)
  }

  /** Creates a new cluster with these objects; existing clusters never change. */
  async createFrom(shared: Omit<SharedCluster, 'documents' | 'at'>, saved?: SharedCluster): Promise<void> {
    const cluster = await this.#need().create({ name: shared.name, dialect: shared.dialect })
    await this.#refresh()
    const place = parseRoute(saved?.at ?? '').place ?? NAMESPACES
    this.#show(cluster, { documents: saved?.documents ?? [], tabs: [place], active: 0, namespace: '' })
    if (this.#workspace === undefined) return
    if (shared.objects.length > 0) {
      const { restoreCluster } = await import('./restored-cluster.ts')
      await restoreCluster(this.#workspace, shared.objects)
    }
    if (saved?.apply !== true) return
    const { applyDocuments } = await import('./applied-documents.ts')
    await applyDocuments(this.#workspace)
  }

  /** Without a route the cluster opens like a first visit. */
  async #startEmbed({ dialect, panes, example, place }: Embed): Promise<void> {
    const name = 'embedded'
    const first: Place | undefined =
      example !== '' && panes.includes('edit') ? { kind: 'examples', id: example } : place
    if (first === undefined) return this.create(dialect, name)
    const shared = { name, dialect, objects: [] }
    await this.createFrom(shared, { ...shared, documents: [], at: formatRoute({ place: first }) })
  }

  async #openShare(fragment: string): Promise<boolean> {
    // Removes the fragment, so that a reload does not create another cluster. An embed's cluster is not stored, so its fragment stays.
    if (embed === undefined) history.replaceState(null, '', location.pathname + location.search)
    try {
      const { decodeShare } = await import('../share/share-link.ts')
      const shared = await decodeShare(fragment)
      await this.createFrom(shared, shared)
      return true
    } catch (error) {
      notices.show({ tone: 'error', title: 'The shared cluster cannot be opened', detail: describeError(error) })
      return false
    }
  }

  #show(cluster: ClusterHandle, saved?: Saved): void {
    this.#workspace?.save()
    this.#workspace?.close()
    this.#workspace = new Workspace(cluster, saved)
    remember(LAST, cluster.id)
  }

  async #refresh(): Promise<void> {
    this.#list = await this.#need().list()
  }

  #need(): Clusters {
    if (this.#clusters === undefined) throw new Error('The API server is not connected yet')
    return this.#clusters
  }
}

export const session = new Session()
