import type { ClusterSettings } from '../../worker/api/cluster-settings.ts'
import type { DialectName } from '../../worker/dialect/dialect.ts'
import { decodeRepro, readRepro, type Repro } from '../share/repro.ts'
import { createFrom } from './cluster-changes.ts'
import { session } from './session.svelte.ts'

/** The recorded histories of this page, by the clusters that were created for them. They last until the page closes. */
class OpenedRepros {
  #repros = $state.raw<ReadonlyMap<string, Repro>>(new Map())

  get(cluster: string): Repro | undefined {
    return this.#repros.get(cluster)
  }

  /** Creates a cluster with the objects before the first request. */
  async open(repro: Repro): Promise<void> {
    const { name, dialect, objects } = repro
    const settings = repro.settings && (await readSettings(repro.settings, dialect))
    const shared = { name: `replay of ${name}`.slice(0, 60), dialect, objects: [] }
    const cluster = await createFrom({ ...shared, ...(settings !== undefined && { settings }) })
    const { workspace } = session
    if (workspace !== undefined && objects.length > 0) {
      const { restoreCluster } = await import('./restored-cluster.ts')
      await restoreCluster(workspace, objects, { isSilent: true })
    }
    this.#repros = new Map(this.#repros).set(cluster, repro)
  }
}

/** @throws Error for settings that a server does not accept */
async function readSettings(value: unknown, dialect: DialectName): Promise<ClusterSettings> {
  const reader = await import('../scenario/read-settings.ts')
  return reader.readSettings(value, dialect)
}

export const openedRepros = new OpenedRepros()

/** @throws ShareError */
export const openReproLink = async (fragment: string): Promise<void> => openedRepros.open(await decodeRepro(fragment))

/** @throws ShareError */
export async function openReproFile(file: Blob): Promise<void> {
  await openedRepros.open(await readRepro(await file.text(), 'file'))
}
