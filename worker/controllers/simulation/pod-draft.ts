import type { JsonObject } from '../../api/json.ts'
import { isObject } from '../../api/json.ts'
import type { ApiObject } from '../../api/object.ts'
import { listAt, textAt } from '../../resources/path.ts'
import { objectAt } from '../object-parts.ts'
import type { PodContainer, ContainerStatus } from './container-states.ts'
import { CONTAINER_FIELDS } from './outcomes.ts'

/** An event of the kubelet about a pod. */
export interface PodEvent {
  readonly type: 'Normal' | 'Warning'
  readonly reason: string
  readonly message: string
  /** The path of the container that the event is about. */
  readonly fieldPath?: string
}

/** The state of a pod while steps are applied. */
export interface Draft {
  readonly pod: ApiObject
  /** The current time, formatted. */
  readonly time: string
  readonly statuses: Map<string, ContainerStatus>
  readonly events: PodEvent[]
  /** The changed fields of the pod status except the container statuses. */
  readonly changes: JsonObject
  /** Returns an id that no other container has had. */
  newId(): string
}

const LISTS = ['initContainerStatuses', 'containerStatuses', 'ephemeralContainerStatuses'] as const

export function statusesOf(pod: ApiObject): Map<string, ContainerStatus> {
  const status = objectAt(pod, 'status')
  const all = LISTS.flatMap((list) => listAt(status, list).filter(isObject))
  return new Map(all.map((one) => [textAt(one, 'name'), one]))
}

const known = new WeakMap<JsonObject, readonly PodContainer[]>()

/** The containers in the order in which they start. */
export function containersOf(pod: ApiObject): readonly PodContainer[] {
  const spec = objectAt(pod, 'spec')
  let all = known.get(spec)
  if (all !== undefined) return all
  const of = (list: string, role: (container: JsonObject) => PodContainer['role']): PodContainer[] =>
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

/** Whether `spec.initContainers` lists the container. */
export const isInitContainer = ({ role }: PodContainer): boolean => role === 'init' || role === 'sidecar'

/** The `fieldPath` of events about a container. */
export const fieldPathOf = ({ role, name }: PodContainer): string => `spec.${CONTAINER_FIELDS[role]}{${name}}`
