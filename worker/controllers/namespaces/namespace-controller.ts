import { isObject } from '../../api/json.ts'
import type { ApiObject } from '../../api/object.ts'
import { StatusError } from '../../api/status.ts'
import { formatTime } from '../../clock/clock.ts'
import { listAt, numberAt, textAt, valueAt } from '../../resources/path.ts'
import { namespacedName } from '../client/namespaced-name.ts'
import type { ServedKind } from '../client/served-kinds.ts'
import { RequeueError } from '../client/work-queue.ts'
import type { ManagerContext, ManagerController } from '../controller.ts'
import { NAMESPACES } from '../kinds.ts'
import { deletionConditions, type Remainder } from './deletion-conditions.ts'

/** What was on its way into the namespace when it was deleted has arrived by then. */
const GRACE_MS = 5000
/** How long finalizers may take that nobody says anything of, seconds. */
const USUAL_ESTIMATE = 15
const LONGEST_RETRY_MS = 60_000

/** Empties the namespaces that are deleted, says how far it has got, and lets them go. */
export const namespaceController = {
  name: 'namespace-controller',
  alias: 'namespace',
  clientRate: { qps: 20, burst: 100 },
  open(context) {
    const { informer, queue } = context
    const deletions = queue(
      async (name) => {
        const wait = await sync(context, name)
        if (wait !== undefined) deletions.addAfter(name, wait)
      },
      { max: LONGEST_RETRY_MS },
    )
    const see = ({ metadata }: ApiObject): void => {
      if (metadata?.deletionTimestamp !== undefined) deletions.addAfter(metadata.name ?? '', GRACE_MS)
    }
    return {
      needs: [NAMESPACES],
      async start() {
        const namespaces = informer(NAMESPACES)
        namespaces.addEventHandler({ added: see, updated: see })
        await namespaces.synced
      },
      stop: () => deletions.stop(),
    }
  },
} satisfies ManagerController

/** Answers after how many milliseconds to come again, where something is on its way out. */
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
      const left = await emptied(context, kind, name, age)
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
  const told =
    conditions === undefined
      ? namespace
      : await objects.update(NAMESPACES, { ...namespace, status: { phase: 'Terminating', conditions } }, 'status')
  // Its conditions say why.
  if (unknown.length > 0 || failures.length > 0) throw new RequeueError([...unknown, ...failures].join(', '))
  if (estimate > 0) return (Math.floor(estimate / 2) + 1) * 1000
  await objects.update(NAMESPACES, released(told, dialect.spell('{maker}')), 'finalize')
  return undefined
}

/** Nobody can say what is in the namespace of what a service elsewhere should serve. */
async function unservedVersions({ objects, kinds, dialect }: ManagerContext): Promise<string[]> {
  const kind = kinds.find(dialect.spell('apiregistration.{domain}/v1'), 'APIService')
  const announced = kind === undefined ? [] : await objects.list(kind, '')
  return announced
    .filter((one) => isObject(valueAt(one, 'spec.service')))
    .map((one) => `${textAt(one, 'spec.group')}/${textAt(one, 'spec.version')}`)
}

interface Left extends Remainder {
  /** Seconds that it may take to go; 0: nobody knows why it is still there. */
  readonly estimate: number
}

/** @param age of the deletion, seconds */
async function emptied({ objects }: ManagerContext, kind: ServedKind, namespace: string, age: number): Promise<Left> {
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
  const usual = finalizers.size > 0 ? USUAL_ESTIMATE : 0
  return { kind, count: left.length, finalizers, estimate: left.length === 0 ? 0 : grace > age ? grace : usual }
}

/** Of the pods that run, seconds. */
function longestGrace(pods: readonly ApiObject[]): number {
  const running = pods.filter((pod) => !['Succeeded', 'Failed'].includes(textAt(pod, 'status.phase')))
  return Math.max(0, ...running.map((pod) => numberAt(pod, 'spec.terminationGracePeriodSeconds')))
}

const unexpected = ({ group, version, resource }: ServedKind, namespace: string): string =>
  `unexpected items still remain in namespace: ${namespace} for gvr: ${group}/${version}, Resource=${resource}`

/** Without the finalizer that stands for its content. */
function released(namespace: ApiObject, own: string): ApiObject {
  const finalizers = listAt(namespace, 'spec.finalizers').filter((finalizer) => finalizer !== own)
  return { ...namespace, spec: { finalizers } }
}
