import { clampedInteger } from '../../api/int64.ts'
import { hasFinished } from '../pod-states.ts'
import { isObject } from '../../api/json.ts'
import type { ApiObject } from '../../api/object.ts'
import { StatusError } from '../../api/status.ts'
import { formatTime } from '../../clock/clock.ts'
import { integerAt, listAt, textAt, valueAt } from '../../resources/path.ts'
import { namespacedName } from '../client/namespaced-name.ts'
import type { ServedKind } from '../client/served-kinds.ts'
import { RequeueError } from '../client/work-queue.ts'
import type { ManagerContext, ManagerController } from '../controller.ts'
import { NAMESPACES } from '../kinds.ts'
import { changeOf } from '../wake-up.ts'
import { deletionConditions, type Remainder } from './deletion-conditions.ts'

/** The time until objects that were admitted before the deletion are stored (namespaceDeletionGracePeriod). */
const GRACE_MS = 5000
/** The estimate for unknown finalizers (finalizerEstimateSeconds). */
const FINALIZER_ESTIMATE_SECONDS = 15
/** The longest delay of nsControllerRateLimiter. */
const MAX_BACKOFF_MS = 60_000

/** Deletes the content of terminating namespaces, reports progress in their conditions, and removes their finalizer. */
export const namespaceController = {
  name: 'namespace-controller',
  alias: 'namespace',
  clientRate: { qps: 20, burst: 100 },
  wakeUp: changeOf(NAMESPACES),
  open(context) {
    const { informer, queue } = context
    const deletions = queue(
      async (name) => {
        const wait = await sync(context, name)
        if (wait !== undefined) deletions.addAfter(name, wait)
      },
      { max: MAX_BACKOFF_MS },
    )
    const enqueue = ({ metadata }: ApiObject): void => {
      if (metadata?.deletionTimestamp !== undefined) deletions.addAfter(metadata.name ?? '', GRACE_MS)
    }
    return {
      needs: [NAMESPACES],
      async start() {
        const namespaces = informer(NAMESPACES)
        namespaces.addEventHandler({ added: enqueue, updated: enqueue })
        await namespaces.synced
      },
      stop: () => deletions.stop(),
    }
  },
} satisfies ManagerController

/**
 * Deletes the content of a terminating namespace, and removes the finalizer when no content is left.
 * @returns the milliseconds until the next attempt, when content remains because of finalizers or grace periods; otherwise
 * undefined
 */
async function sync(context: ManagerContext, name: string): Promise<number | undefined> {
  const { objects, kinds, clock, dialect } = context
  const namespace = await objects.get(NAMESPACES, { namespace: '', name })
  const deletedAt = namespace?.metadata?.deletionTimestamp
  if (namespace === undefined || deletedAt === undefined || listAt(namespace, 'spec.finalizers').length === 0) return
  const age = (clock.now() - Date.parse(deletedAt)) / 1000
  const unknown = await unservedVersions(context)
  const remaining: Remainder[] = []
  const failures: string[] = []
  let estimate = 0
  for (const kind of kinds.all()) {
    if (!kind.namespaced || !kind.verbs.includes('delete')) continue
    try {
      const left = await deleteContent(context, kind, name, age)
      if (left.count > 0) remaining.push(left)
      if (left.count > 0 && left.estimate === 0) failures.push(unexpected(kind, name))
      estimate = Math.max(estimate, left.estimate)
    } catch (error) {
      if (!(error instanceof StatusError)) throw error
      failures.push(error.message)
    }
  }
  const present = listAt(namespace, 'status.conditions')
  const conditions = deletionConditions(present, { unknown, remaining, failures }, formatTime(clock.now()))
  const current =
    conditions === undefined
      ? namespace
      : await objects.update(NAMESPACES, { ...namespace, status: { phase: 'Terminating', conditions } }, 'status')
  // The conditions contain the reasons.
  if (unknown.length > 0 || failures.length > 0) throw new RequeueError([...unknown, ...failures].join(', '))
  if (estimate > 0) return (Math.floor(estimate / 2) + 1) * 1000
  await objects.update(NAMESPACES, withoutFinalizer(current, dialect.spell('{maker}')), 'finalize')
  return undefined
}

/** Group versions of aggregated API servers: this server cannot list their objects. */
async function unservedVersions({ objects, kinds, dialect }: ManagerContext): Promise<string[]> {
  const kind = kinds.find(dialect.spell('apiregistration.{domain}/v1'), 'APIService')
  const announced = kind === undefined ? [] : await objects.list(kind, '')
  return announced
    .filter((one) => isObject(valueAt(one, 'spec.service')))
    .map((one) => `${textAt(one, 'spec.group')}/${textAt(one, 'spec.version')}`)
}

interface Remains extends Remainder {
  /** Seconds until the content may be gone; 0 when no finalizer or grace period explains the remaining content. */
  readonly estimate: number
}

/**
 * Deletes all objects of a kind in the namespace, and counts those that remain.
 * @param age seconds since the deletion of the namespace
 */
async function deleteContent(
  { objects }: ManagerContext,
  kind: ServedKind,
  namespace: string,
  age: number,
): Promise<Remains> {
  const grace = kind.group === '' && kind.resource === 'pods' ? longestGrace(await objects.list(kind, namespace)) : 0
  if (kind.verbs.includes('deletecollection'))
    await objects.deleteCollection(kind, namespace, { propagationPolicy: 'Background' })
  else
    for (const object of await objects.list(kind, namespace))
      await objects.delete(kind, namespacedName(object), { propagationPolicy: 'Background' })
  const left = await objects.list(kind, namespace)
  const finalizers = new Map<string, number>()
  for (const { metadata } of left)
    for (const finalizer of metadata?.finalizers ?? []) finalizers.set(finalizer, (finalizers.get(finalizer) ?? 0) + 1)
  if (left.length === 0) return { resource: kind, count: 0, finalizers, estimate: 0 }
  const finalizerEstimate = finalizers.size > 0 ? FINALIZER_ESTIMATE_SECONDS : 0
  return { resource: kind, count: left.length, finalizers, estimate: grace > age ? grace : finalizerEstimate }
}

/** The longest termination grace period of unfinished pods, in seconds. */
function longestGrace(pods: readonly ApiObject[]): number {
  const running = pods.filter((pod) => !hasFinished(pod))
  return Math.max(0, ...running.map((pod) => clampedInteger(integerAt(pod, 'spec.terminationGracePeriodSeconds'))))
}

const unexpected = ({ group, version, resource }: ServedKind, namespace: string): string =>
  `unexpected items still remain in namespace: ${namespace} for gvr: ${group}/${version}, Resource=${resource}`

/** The namespace without the finalizer of its content. */
function withoutFinalizer(namespace: ApiObject, own: string): ApiObject {
  const finalizers = listAt(namespace, 'spec.finalizers').filter((finalizer) => finalizer !== own)
  return { ...namespace, spec: { finalizers } }
}
