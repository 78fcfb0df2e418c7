import Hammer from '@lucide/svelte/icons/hammer'
import Wrench from '@lucide/svelte/icons/wrench'
import { dialects } from '../../worker/dialect/dialect.ts'
import type { ObjectRef } from '../client/object-ref.ts'
import type { StoredObject } from '../client/resource-client.ts'
import { getJson } from '../client/resource-client.ts'
import { resourcePath } from '../client/resource-path.ts'
import type { ClusterHandle } from '../cluster/cluster.ts'
import { notices } from '../state/notices.svelte.ts'
import { asReader } from '../state/reader-identities.ts'
import type { MenuEntry } from '../widgets/menu-entry.ts'
import type { Breakage, Breakages } from './breakages.ts'
import { breakagesOf, brokenBy } from './breakages.ts'

const placeOf = (cluster: ClusterHandle, ref: ObjectRef) => ({
  cluster: asReader(cluster),
  dialect: dialects[cluster.info.dialect],
  ref,
})

/** The existing objects that break the namespace of a pod or workload, as `brokenBy` returns them. */
export const brokenNear = (cluster: ClusterHandle, at: ObjectRef): Promise<ReadonlySet<string>> =>
  brokenBy(placeOf(cluster, at))

/** The ways to break an object. @param present The result of `brokenNear`. */
export const breakagesAt = (
  cluster: ClusterHandle,
  at: ObjectRef,
  { object, present }: { readonly object: StoredObject; readonly present: ReadonlySet<string> },
): Breakages | undefined => breakagesOf(object, { ...placeOf(cluster, at), present })

interface Broken {
  readonly name: string
  readonly kind: string
  readonly breakages: Breakages
  /** Called after each change. */
  readonly changed?: () => Promise<void>
}

/** The entries of a menu that breaks an object on purpose, and mends it. Each entry shows its change. */
export function breakEntries({ name, kind, breakages, changed }: Broken): readonly MenuEntry[] {
  const on = breakages.ways.filter(({ isOn }) => isOn === true)
  const mend = async (): Promise<void> => {
    try {
      await breakages.mend()
      await changed?.()
      notices.show({ tone: 'success', title: `${name} is mended` })
    } catch (error) {
      notices.fail(`${name} was not mended`, error)
    }
  }
  const breakIt = async ({ title, change, run }: Breakage): Promise<void> => {
    try {
      await run()
      await changed?.()
      notices.show({
        tone: 'info',
        title: kind === 'Pod' ? title : `${title}: applies to new pods`,
        detail: `The change: ${change}`,
        action: { label: 'Mend', run: () => void mend() },
      })
    } catch (error) {
      notices.fail(`${name} was not broken`, error)
    }
  }
  return [
    { kind: 'heading', label: `Break ${name}` },
    ...breakages.ways.map((way): MenuEntry => ({
      kind: way.isOn === undefined ? 'action' : 'choice',
      label: way.title,
      hint: way.change,
      checked: way.isOn,
      icon: Hammer,
      run: () => void breakIt(way),
    })),
    { kind: 'separator' },
    {
      kind: 'action',
      label: 'Mend',
      hint: on.length === 0 ? 'This menu has broken nothing yet' : `Undoes: ${on.map(({ title }) => title).join(', ')}`,
      icon: Wrench,
      run: () => void mend(),
    },
  ]
}

/**
 * Reads an object, and returns the entries of the menu that breaks it; empty for a kind without breakages, and after a failure,
 * which a notice shows.
 */
export async function loadBreakEntries(cluster: ClusterHandle, at: ObjectRef): Promise<readonly MenuEntry[]> {
  try {
    const object = await getJson<StoredObject>(asReader(cluster), resourcePath(at))
    const present = object.kind === 'Node' ? new Set<string>() : await brokenNear(cluster, at)
    const breakages = breakagesAt(cluster, at, { object, present })
    return breakages === undefined ? [] : breakEntries({ name: at.name, kind: object.kind, breakages })
  } catch (error) {
    notices.fail(`${at.name} was not read`, error, cluster.id)
    return []
  }
}
