import type { JsonObject } from '../../api/json.ts'
import { isObject } from '../../api/json.ts'
import type { ApiObject } from '../../api/object.ts'
import { listAt, textAt } from '../../resources/path.ts'
import { objectAt } from '../object-parts.ts'
import type { Contained, ContainerStatus } from './container-states.ts'

/** The changes of one kubelet step. */
export interface Telling {
  readonly type: 'Normal' | 'Warning'
  readonly reason: string
  readonly message: string
  /** The container that it is about. */
  readonly fieldPath?: string
}

/** A pod's next state while it is made. */
export interface Draft {
  readonly pod: ApiObject
  /** As it is written: of now. */
  readonly time: string
  readonly statuses: Map<string, ContainerStatus>
  readonly told: Telling[]
  /** The pod status except its containers. */
  readonly said: JsonObject
  /** A name that no other container had. */
  newId(): string
}

const LISTS = ['initContainerStatuses', 'containerStatuses', 'ephemeralContainerStatuses'] as const

export function statusesOf(pod: ApiObject): Map<string, ContainerStatus> {
  const status = objectAt(pod, 'status')
  const all = LISTS.flatMap((list) => listAt(status, list).filter(isObject))
  return new Map(all.map((one) => [textAt(one, 'name'), one]))
}

const known = new WeakMap<JsonObject, readonly Contained[]>()

/** In the order in which they start. */
export function containersOf(pod: ApiObject): readonly Contained[] {
  const spec = objectAt(pod, 'spec')
  let all = known.get(spec)
  if (all !== undefined) return all
  const of = (list: string, role: (container: JsonObject) => Contained['role']): Contained[] =>
    listAt(spec, list)
      .filter(isObject)
      .map((container) => ({ container, name: textAt(container, 'name'), role: role(container) }))
  all = [
    ...of('initContainers', (container) => (container['restartPolicy'] === 'Always' ? 'sidecar' : 'init')),
    ...of('containers', () => 'app'),
    ...of('ephemeralContainers', () => 'ephemeral'),
  ]
  known.set(spec, all)
  return all
}

export const isFirst = ({ role }: Contained): boolean => role === 'init' || role === 'sidecar'

const FIELDS = {
  init: 'initContainers',
  sidecar: 'initContainers',
  app: 'containers',
  ephemeral: 'ephemeralContainers',
}

/** Of events about a container. */
export const fieldPathOf = ({ role, name }: Contained): string => `spec.${FIELDS[role]}{${name}}`
