import type { ApiObject } from '../../api/object.ts'
import { wasRefused } from '../../api/status.ts'
import { listAt, textAt } from '../../resources/path.ts'
import { ipAddress } from '../../resources/rules/ip-addresses.ts'
import { isObject } from '../../api/json.ts'
import type { Clock } from '../../clock/clock.ts'
import type { EventRecorder } from '../client/event-recorder.ts'
import type { GroupVersionResource } from '../client/group-version-resource.ts'
import { keyOf, namespacedName, splitKey } from '../client/namespaced-name.ts'
import type { ObjectClient } from '../client/object-client.ts'
import { RequeueError, type WorkQueue } from '../client/work-queue.ts'
import type { ManagerContext } from '../controller.ts'
import { CONFIG_MAPS, NODES, PODS, SECRETS } from '../kinds.ts'
import { readiness } from '../nodes/node-taints.ts'
import { isBeingDeleted } from '../object-parts.ts'
import { hasFinished } from '../pod-states.ts'
import type { Configuration } from './configuration.ts'
import type { Step } from './container-steps.ts'
import { nodeNameOf } from './occupancy.ts'
import { outcomes } from './outcomes.ts'
import { PodAddresses } from './pod-addresses.ts'
import type { Telling } from './pod-draft.ts'
import { podSteps, take } from './pod-steps.ts'
import { StepTimes } from './step-times.ts'

/** The kubelet of the simulated nodes. */
export interface PodAgent {
  readonly queue: WorkQueue
  look(pod: ApiObject): void
  /** At those that what is new in a namespace may help. */
  lookIn(namespace: string): void
  forget(pod: ApiObject): void
}

/** The resources that pod configuration comes from. */
const SOURCES = {
  configmap: CONFIG_MAPS,
  secret: SECRETS,
}
export const CONFIGURATION: readonly GroupVersionResource[] = Object.values(SOURCES)

interface AgentOptions {
  readonly objects: ObjectClient
  readonly writer: string
  readonly isSimulated: (node: ApiObject) => boolean
}

export function podAgent(context: ManagerContext, { objects, writer, isSimulated }: AgentOptions): PodAgent {
  const { clock, dialect } = context
  const outcomeOf = outcomes(dialect)
  const configuration: Configuration = {
    find: (source, namespace, name) => context.informer(SOURCES[source]).get({ namespace, name }),
    given: dialect.spell('{system}-root-ca.crt'),
  }
  const queue = context.queue(sync)
  const times = new StepTimes()
  /** Keys of pods that do not run yet. */
  const pending = new Set<string>()
  const ranges = new Map<string, PodAddresses>()
  const recorders = new Map<string, EventRecorder>()

  /** The simulated node of a pod; undefined for an unreachable node, whose kubelet reports nothing. */
  function nodeOf(pod: ApiObject): ApiObject | undefined {
    const name = nodeNameOf(pod)
    const node = name === '' ? undefined : context.informer(NODES).get({ namespace: '', name })
    if (node === undefined || !isSimulated(node) || readiness(node) === 'Unknown') return undefined
    return textAt(node, 'spec.podCIDR') === '' || readiness(node) === undefined ? undefined : node
  }

  function rangeOf(node: ApiObject): PodAddresses {
    const range = textAt(node, 'spec.podCIDR')
    let addresses = ranges.get(range)
    if (addresses === undefined) ranges.set(range, (addresses = new PodAddresses(range)))
    return addresses
  }

  /** @throws TryAgain when all addresses are in use. */
  function addressOn(node: ApiObject, pod: ApiObject): string {
    const address = rangeOf(node).take(keyOf(pod))
    if (address !== undefined) return address
    const message = `Failed to create pod sandbox: no IP addresses available in range ${textAt(node, 'spec.podCIDR')}`
    tell(pod, nodeNameOf(pod), { type: 'Warning', reason: 'FailedCreatePodSandBox', message })
    throw new RequeueError(message)
  }

  function tell(pod: ApiObject, host: string, { type, reason, message, fieldPath }: Telling): void {
    let recorder = recorders.get(host)
    if (recorder === undefined) {
      recorder = context.recorder(dialect.spell(writer), { user: writer, host })
      recorders.set(host, recorder)
    }
    if (fieldPath === undefined) recorder.event(pod, type, reason, message)
    else recorder.fieldEvent({ object: pod, fieldPath }, type, reason, message)
  }

  async function sync(key: string): Promise<void> {
    const pod = context.informer(PODS).get(splitKey(key))
    const node = pod && nodeOf(pod)
    if (pod === undefined || node === undefined) return times.forget(key)
    const { uid = '' } = pod.metadata ?? {}
    const steps = podSteps(pod, { outcomeOf, configuration, now: clock.now() })
    const { due, begun, wait } = times.look(key, uid, steps, clock.elapsed())
    const host = nodeNameOf(pod)
    for (const { begin = [] } of begun) for (const one of begin) tell(pod, host, one)
    if (due.length > 0) await act(pod, node, due)
    else if (wait < Infinity) queue.addAfter(key, wait)
  }

  async function act(pod: ApiObject, node: ApiObject, due: readonly Step[]): Promise<void> {
    const where = { hostIP: internalAddress(node), podIP: () => addressOn(node, pod) }
    const { status, told } = take(pod, due, { now: clock.now(), newId: () => newId(clock), where })
    try {
      await objects.update(PODS, { ...pod, status }, 'status')
    } catch (error) {
      // Gone meanwhile; or written by another: it comes again with that.
      if (wasRefused(error, 'NotFound') || wasRefused(error, 'Conflict')) return
      throw error
    }
    for (const one of told) tell(pod, nodeNameOf(pod), one)
    if (!isBeingDeleted(pod)) return
    const { uid } = pod.metadata ?? {}
    await objects.delete(PODS, namespacedName(pod), { gracePeriodSeconds: 0, ...(uid !== undefined && { uid }) })
  }

  return {
    queue,
    look(pod) {
      const node = nodeOf(pod)
      if (node === undefined) return
      if (textAt(pod, 'status.phase') === 'Pending') pending.add(keyOf(pod))
      else pending.delete(keyOf(pod))
      const address = textAt(pod, 'status.podIP')
      if (hasFinished(pod)) rangeOf(node).free(keyOf(pod))
      else if (address !== '') rangeOf(node).hold(keyOf(pod), address)
      queue.add(keyOf(pod))
    },
    lookIn(namespace) {
      for (const key of pending) if (key.startsWith(`${namespace}/`)) queue.add(key)
    },
    forget(pod) {
      times.forget(keyOf(pod))
      pending.delete(keyOf(pod))
      for (const addresses of ranges.values()) addresses.free(keyOf(pod))
    },
  }
}

function internalAddress(node: ApiObject): string {
  const own = listAt(node, 'status.addresses')
    .filter(isObject)
    .find((one) => one['type'] === 'InternalIP' && ipAddress(textAt(one, 'address')).length === 0)
  return own === undefined ? '' : textAt(own, 'address')
}

/** As long as those of real runtimes. */
const newId = (clock: Clock): string => `${clock.uuid()}${clock.uuid()}`.replaceAll('-', '')
