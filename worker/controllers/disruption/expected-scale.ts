import { parseGroupVersion } from '../../api/group-version.ts'
import { formatGroupResource } from '../../api/group-version.ts'
import type { ApiObject, OwnerReference } from '../../api/object.ts'
import { wasRefused } from '../../api/status.ts'
import { numberAt } from '../../resources/path.ts'
import type { Informer } from '../client/informer.ts'
import type { ManagerContext } from '../controller.ts'
import { controllerOf } from '../object-parts.ts'

/** Informers of the kinds that control pods. */
export interface PodControllers {
  readonly replicationControllers: Informer
  readonly replicaSets: Informer
  readonly deployments: Informer
  readonly statefulSets: Informer
}

/** Thrown when the expected number of pods is unknown, with the message of the real server. */
export class ScaleFault extends Error {}

interface Scale {
  readonly uid: string
  readonly replicas: number
}

type Find = (owner: OwnerReference, namespace: string) => Scale | undefined | Promise<Scale | undefined>

/**
 * Returns the sum of the replicas that the controllers of the given pods want.
 * @param unmanaged receives the names of pods without a controller, which do not count
 * @throws ScaleFault when a controller of a pod is unknown
 */
export type ExpectedScale = (pods: readonly ApiObject[], unmanaged: string[]) => Promise<number>

/** Makes the function that sums up the replicas of pod controllers. */
export function expectedScale(controllers: PodControllers, context: ManagerContext): ExpectedScale {
  const finders = findersOf(controllers, context)
  return async (pods, unmanaged) => {
    const scales = new Map<string, number>()
    for (const pod of pods) {
      const { name = '', namespace = '' } = pod.metadata ?? {}
      const owner = controllerOf(pod)
      if (owner === undefined) unmanaged.push(name)
      else if (!scales.has(owner.uid)) {
        const found = await first(finders, owner, namespace)
        if (found === undefined) throw new ScaleFault(`found no controllers for pod "${name}"`)
        scales.set(found.uid, found.replicas)
      }
    }
    return [...scales.values()].reduce((sum, replicas) => sum + replicas, 0)
  }
}

async function first(finders: readonly Find[], owner: OwnerReference, namespace: string): Promise<Scale | undefined> {
  for (const find of finders) {
    const scale = await find(owner, namespace)
    if (scale !== undefined) return scale
  }
  return undefined
}

const APPS = ['apps', 'extensions']

function isOf({ apiVersion, kind }: OwnerReference, wanted: string, groups: readonly string[]): boolean {
  return kind === wanted && groups.includes(parseGroupVersion(apiVersion)?.group ?? '')
}

/** The owner with the same uid: a new object under its name does not count. */
function named(informer: Informer, { name, uid }: OwnerReference, namespace: string): ApiObject | undefined {
  const object = informer.get({ namespace, name })
  return object?.metadata?.uid === uid ? object : undefined
}

const scaleOf = (object: ApiObject | undefined): Scale | undefined =>
  object && { uid: object.metadata?.uid ?? '', replicas: numberAt(object, 'spec.replicas') }

/** The lookups of an owner's scale, in the order in which they are tried. */
function findersOf(controllers: PodControllers, { kinds, objects }: ManagerContext): readonly Find[] {
  const { replicationControllers, replicaSets, deployments, statefulSets } = controllers
  const replicaSet = (owner: OwnerReference, namespace: string): ApiObject | undefined =>
    isOf(owner, 'ReplicaSet', APPS) ? named(replicaSets, owner, namespace) : undefined
  return [
    (owner, namespace) =>
      isOf(owner, 'ReplicationController', ['']) ? scaleOf(named(replicationControllers, owner, namespace)) : undefined,
    (owner, namespace) => {
      const set = replicaSet(owner, namespace)
      const above = set && controllerOf(set)
      if (above === undefined || !isOf(above, 'Deployment', APPS)) return undefined
      return scaleOf(named(deployments, above, namespace))
    },
    (owner, namespace) => {
      const set = replicaSet(owner, namespace)
      return set && controllerOf(set)?.kind !== 'Deployment' ? scaleOf(set) : undefined
    },
    (owner, namespace) =>
      isOf(owner, 'StatefulSet', ['apps']) ? scaleOf(named(statefulSets, owner, namespace)) : undefined,
    async ({ apiVersion, kind, name, uid }, namespace) => {
      if (parseGroupVersion(apiVersion) === undefined)
        throw new ScaleFault(`unexpected GroupVersion string: ${apiVersion}`)
      const served = kinds.find(apiVersion, kind)
      if (served === undefined) throw new ScaleFault(`no matches for kind "${kind}" in version "${apiVersion}"`)
      if (!served.isScalable) {
        throw new ScaleFault(`${formatGroupResource(served)} does not implement the scale subresource`)
      }
      const scale = await objects.scale(served, { namespace, name }).catch((error: unknown) => {
        if (wasRefused(error, 'NotFound')) return undefined
        throw error
      })
      return scale?.metadata?.uid === uid ? scaleOf(scale) : undefined
    },
  ]
}
