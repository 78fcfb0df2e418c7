import { isObject } from '../../worker/api/json.ts'
import type { ApiObject } from '../../worker/api/object.ts'
import { within } from './total-timeout.ts'
import { resourcePath } from './discovery.ts'
import { Failure } from './failure.ts'
import { selectorTerms } from '../../worker/api/selector-text.ts'
import { phaseOf } from './pod-containers.ts'
import type { Target } from './selection.ts'
import type { Session } from './session.ts'
import { lookupTable } from '../../worker/runtime/lookup-table.ts'

/** A pod on the server. */
export interface FoundPod {
  readonly target: Target
  readonly pod: ApiObject
}

export interface PodSearch {
  /** The beginning of a failure: `cannot attach to`. */
  readonly failure: string
  /** Milliseconds to wait for the first pod. */
  readonly timeout: number
  /** Orders several pods. The first one is used, such as the most active pod, or the pod with the most useful logs. */
  compare(a: ApiObject, b: ApiObject): number
  /** Receives the number of pods and the chosen one. */
  found?(count: number, pod: ApiObject): void
}

/**
 * The object itself when it is a pod, else a pod that the workload, job or service selects. Waits for the first pod.
 * @throws Failure for an object that selects no pods, and after the timeout
 */
export async function podOfObject(
  session: Session,
  target: Target,
  object: ApiObject,
  search: PodSearch,
): Promise<FoundPod> {
  if (target.type.kind === 'Pod' && target.type.group === '') return { target, pod: object }
  const labelSelector = selectorOf(target, object, search.failure)
  const client = await session.client()
  const type = await session.type('pods')
  const path = resourcePath(type, target.namespace)
  const list = await client.json({ path, query: { labelSelector } })
  const pods = (Array.isArray(list.items) ? list.items : []) as ApiObject[]
  const found = (pod: ApiObject, count: number): FoundPod => {
    search.found?.(count, pod)
    return { target: { type, namespace: target.namespace, name: pod.metadata?.name ?? '' }, pod }
  }
  const [first] = pods.sort((a, b) => search.compare(a, b))
  if (first !== undefined) return found(first, pods.length)
  let started: ApiObject | undefined
  const resourceVersion = isObject(list.metadata) ? String(list.metadata.resourceVersion) : undefined
  const watched = (async () => {
    for await (const event of client.watch({ path, query: { labelSelector, resourceVersion } }))
      if (event.type === 'ADDED' || event.type === 'MODIFIED') {
        started = event.object
        return true
      }
    return false
  })()
  if (!(await within(session.host, watched, search.timeout)) || started === undefined)
    throw new Failure('timed out waiting for the condition')
  return found(started, 1)
}

const SELECTING: ReadonlySet<string> = new Set([
  'ReplicaSet.apps',
  'ReplicationController.',
  'StatefulSet.apps',
  'DaemonSet.apps',
  'Deployment.apps',
  'Job.batch',
  'Service.',
])

function selectorOf({ type, name }: Target, { spec }: ApiObject, failure: string): string {
  const goName = `*${type.version}.${type.kind}`
  const fail = (why: string): Failure => new Failure(`${failure} ${goName}: ${why}`)
  if (!SELECTING.has(`${type.kind}.${type.group}`)) throw fail(`selector for ${goName} not implemented`)
  const selector = isObject(spec) && isObject(spec.selector) ? spec.selector : {}
  const isPlain = type.group === ''
  if (type.kind === 'Service' && Object.keys(selector).length === 0)
    throw fail(`invalid service '${name}': Service is defined without a selector`)
  return selectorTerms(isPlain ? { matchLabels: selector } : selector)
}

const PHASES = lookupTable<number>({ Running: 2, Unknown: 1 })

/** Whether the pod has the condition `Ready`. */
export const isReady = ({ status }: ApiObject): boolean =>
  isObject(status) &&
  Array.isArray(status.conditions) &&
  status.conditions.some((each) => isObject(each) && each.type === 'Ready' && each.status === 'True')

const isAssigned = ({ spec }: ApiObject): boolean => isObject(spec) && Boolean(spec.nodeName)

const createdAt = ({ metadata }: ApiObject): string => metadata?.creationTimestamp ?? ''

/** Orders pods as `attach` does: assigned, running and ready ones first, then the youngest. */
export function byActivity(a: ApiObject, b: ApiObject): number {
  const rank = (pod: ApiObject): number[] => [Number(isAssigned(pod)), PHASES[phaseOf(pod)] ?? 0, Number(isReady(pod))]
  const [left, right] = [rank(a), rank(b)]
  const at = left.findIndex((value, index) => value !== right[index])
  if (at >= 0) return (right[at] ?? 0) - (left[at] ?? 0)
  const [first, second] = [createdAt(a), createdAt(b)]
  return Number(second > first) - Number(second < first)
}

/** Orders pods as `logs` does: assigned, running and ready ones first, then the oldest. */
export function byLogs(a: ApiObject, b: ApiObject): number {
  const order = byActivity(a, b)
  const isSame = isAssigned(a) === isAssigned(b) && phaseOf(a) === phaseOf(b) && isReady(a) === isReady(b)
  return isSame ? -order : order
}
