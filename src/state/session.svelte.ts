import type { DialectName } from '../../worker/dialect/dialect.ts'
import type { Place } from '../address/route.ts'
import { isGeneralPage, parseRoute } from '../address/route.ts'
import type { ClusterHandle, ClusterInfo, Clusters } from '../cluster/cluster.ts'
import { connect } from '../cluster/connection.ts'
import { embed, isView } from '../address/current-embed.ts'
import { isShare } from '../share/share-fragment.ts'
import { newClusterName } from './cluster-names.ts'
import { recall, remember } from './storage.ts'
import type { Saved } from './workspace.svelte.ts'
import { Workspace } from './workspace.svelte.ts'

const LAST = 'cluster'

/** Only views load this code. */
const lentWorker = async (): Promise<MessagePort> => (await import('./lent-worker.ts')).lentWorker()

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
   * Opens the cluster of the address: a shared one, or one by its id. Without either, opens the last cluster of the
   * address's dialect, or creates one. Installing for offline use waits for `settled`. An embed creates a cluster in
   * memory with each load.
   */
  async start(
    location: Location,
    settled: Promise<void>,
    openAddress: (location: Location) => Promise<boolean>,
  ): Promise<void> {
    try {
      this.#clusters = await connect(settled, embed && 'memory', isView ? lentWorker : undefined)
      this.#clusters.onUpdate(() => void import('./absent-cluster.ts').then(({ reportUpdate }) => reportUpdate()))
      await this.refresh()
      if ((embed && !isView) || isShare(location.search + location.hash)) if (await openAddress(location)) return
      const { cluster, dialect, place } = parseRoute(location.search)
      if (cluster !== undefined && !this.#list.some((info) => info.id === cluster))
        void import('./absent-cluster.ts').then(({ reportAbsent }) => reportAbsent(cluster))
      const info = this.#chosen(cluster, dialect)
      if (info === undefined) await this.create(dialect ?? 'svc', newClusterName(this.#list))
      else await this.open(info.id)
      const workspace = this.#workspace
      if (place !== undefined && (isGeneralPage(place.kind) || workspace?.cluster.id === cluster))
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
    if (this.#workspace?.cluster.id !== id) this.show(await this.clusters.open(id))
    if (place !== undefined) this.#workspace?.open(place)
  }

  async create(dialect: DialectName, name: string): Promise<void> {
    this.show(await this.clusters.create({ name, dialect }))
    await this.refresh()
  }

  /** Shows another cluster; `saved` replaces the tabs and documents of its last visit. */
  show(cluster: ClusterHandle, saved?: Saved): void {
    this.#workspace?.save()
    this.#workspace?.close()
    this.#workspace = new Workspace(cluster, saved)
    remember(LAST, cluster.id)
  }

  /** Closes the open cluster; the caller opens another one. */
  leave(): void {
    this.#workspace?.close()
    this.#workspace = undefined
  }

  /** Reads the list of clusters again after it has changed. */
  async refresh(): Promise<void> {
    this.#list = await this.clusters.list()
  }

  /** @throws Error before the API server is connected */
  get clusters(): Clusters {
    if (this.#clusters === undefined) throw new Error('The API server is not connected yet')
    return this.#clusters
  }
}

export const session = new Session()
