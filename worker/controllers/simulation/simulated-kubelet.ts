import type { ApiObject } from '../../api/object.ts'
import { wasRefused } from '../../api/status.ts'
import { listAt, textAt } from '../../resources/path.ts'
import { ipAddress } from '../../resources/rules/ip-addresses.ts'
import { isObject } from '../../api/json.ts'
import { lazy } from '../../api/lazy.ts'
import type { Clock } from '../../clock/clock.ts'
import type { EventRecorder } from '../client/event-recorder.ts'
import type { GroupVersionResource } from '../client/group-version-resource.ts'
import { keyOf, namespacedName, splitKey } from '../client/namespaced-name.ts'
import type { ObjectClient } from '../client/object-client.ts'
import { RequeueError, type WorkQueue } from '../client/work-queue.ts'
import type { ManagerContext } from '../controller.ts'
import { CONFIG_MAPS, NODES, PODS, SECRETS, SERVICES } from '../kinds.ts'
import { readiness } from '../nodes/node-taints.ts'
import { isBeingDeleted } from '../object-parts.ts'
import { conditionOf, hasFinished } from '../pod-states.ts'
import type { EnvironmentSources } from './commands/container-environment.ts'
import { environmentFault, type Configuration } from './configuration.ts'
import type { Step } from './container-steps.ts'
import { rejectionOf, type Rejection } from './node-admission.ts'
import { nodeNameOf } from './occupancy.ts'
import { outcomes } from './outcomes.ts'
import { PodAddresses } from './pod-addresses.ts'
import type { PodEvent } from './pod-draft.ts'
import { applySteps, podSteps, type StepInputs } from './pod-steps.ts'
import { StepTimes } from './step-times.ts'

/** The kubelet of the simulated nodes. */
export interface Kubelet {
  readonly queue: WorkQueue
  /** Queues a pod whose node is simulated, and reserves the address of the pod until it has finished. */
  podChanged(pod: ApiObject): void
  /** Queues the pending pods of a namespace, whose configuration may exist now. */
  enqueuePending(namespace: string): void
  podDeleted(pod: ApiObject): void
}

/** The resources that pod configuration comes from. */
const SOURCES = {
  configmap: CONFIG_MAPS,
  secret: SECRETS,
}
export const CONFIGURATION: readonly GroupVersionResource[] = Object.values(SOURCES)

interface KubeletOptions {
  readonly objects: ObjectClient
  /** The user of the kubelet's writes and events, a template of the dialect. */
  readonly writer: string
  readonly isSimulated: (node: ApiObject) => boolean
}

export function openKubelet(context: ManagerContext, { objects, writer, isSimulated }: KubeletOptions): Kubelet {
  const { clock } = context
  const loadRules = lazy(() => containerRules(context))
  const queue = context.queue(sync)
  const times = new StepTimes()
  /** Keys of pending pods. */
  const pending = new Set<string>()
  const ranges = new NodeRanges()
  const record = eventWriter(context, writer)

  const nodeOf = (pod: ApiObject): ApiObject | undefined => reachableNode(context, pod, isSimulated)

  /**
   * Takes an address for the pod from the range of the node.
   * @throws RequeueError when all addresses are in use
   */
  function addressOn(node: ApiObject, pod: ApiObject): string {
    const address = ranges.of(node).take(keyOf(pod))
    if (address !== undefined) return address
    const message = `Failed to create pod sandbox: no IP addresses available in range ${textAt(node, 'spec.podCIDR')}`
    record(pod, nodeNameOf(pod), { type: 'Warning', reason: 'FailedCreatePodSandBox', message })
    throw new RequeueError(message)
  }

  async function sync(key: string): Promise<void> {
    const rules = await loadRules()
    const pod = context.informer(PODS).get(splitKey(key))
    const node = pod && nodeOf(pod)
    if (pod === undefined || node === undefined) return times.forget(key)
    const { uid = '' } = pod.metadata ?? {}
    const rejection = (): Rejection | undefined => checkOwnNode(context, pod, node)
    const steps = podSteps(pod, { ...rules, rejection, now: clock.now() })
    const { due, begun, wait } = times.update(key, uid, steps, clock.elapsed())
    for (const { startEvents = [] } of begun) for (const one of startEvents) record(pod, nodeNameOf(pod), one)
    if (due.length > 0) await act(pod, node, due)
    else if (wait < Infinity) queue.addAfter(key, wait)
  }

  async function act(pod: ApiObject, node: ApiObject, due: readonly Step[]): Promise<void> {
    const where = { hostIP: internalAddress(node), podIP: () => addressOn(node, pod) }
    const { status, events } = applySteps(pod, due, { now: clock.now(), newId: () => newId(clock), where })
    if (!(await writeStatus(objects, { ...pod, status }))) return
    for (const one of events) record(pod, nodeNameOf(pod), one)
    if (!isBeingDeleted(pod)) return
    const { uid } = pod.metadata ?? {}
    await objects.delete(PODS, namespacedName(pod), { gracePeriodSeconds: 0, ...(uid !== undefined && { uid }) })
  }

  return {
    queue,
    podChanged(pod) {
      const node = nodeOf(pod)
      if (node === undefined) return
      if (textAt(pod, 'status.phase') === 'Pending') pending.add(keyOf(pod))
      else pending.delete(keyOf(pod))
      const address = textAt(pod, 'status.podIP')
      if (hasFinished(pod)) ranges.of(node).free(keyOf(pod))
      else if (address !== '') ranges.of(node).hold(keyOf(pod), address)
      queue.add(keyOf(pod))
    },
    enqueuePending(namespace) {
      for (const key of pending) if (key.startsWith(`${namespace}/`)) queue.add(key)
    },
    podDeleted(pod) {
      times.forget(keyOf(pod))
      pending.delete(keyOf(pod))
      ranges.free(keyOf(pod))
    },
  }
}

/** The rules for the start and the end of containers. The model of commands is loaded with the first pod of a node. */
async function containerRules(
  context: ManagerContext,
): Promise<Pick<StepInputs, 'configuration' | 'containerFault' | 'outcomeOf'>> {
  const { commandOutcome, subPathFault } = await import('./commands/command-model.ts')
  const configuration = configurationOf(context)
  const sources = environmentSources(context, configuration)
  return {
    configuration,
    outcomeOf: outcomes(context.dialect, context.simulation, (pod, container) =>
      commandOutcome(pod, container, sources),
    ),
    containerFault: (pod, container) =>
      environmentFault(pod, container, configuration) ?? subPathFault(pod, container, sources),
  }
}

const configurationOf = ({ informer, dialect }: ManagerContext): Configuration => ({
  find: (source, namespace, name) => informer(SOURCES[source]).get({ namespace, name }),
  rootCertificates: dialect.spell('{system}-root-ca.crt'),
})

const environmentSources = ({ informer }: ManagerContext, { find }: Configuration): EnvironmentSources => ({
  find,
  services: (namespace) => [...informer(SERVICES).list(namespace)],
  node: (name) => informer(NODES).get({ namespace: '', name }),
})

/** The simulated node of a pod; undefined for an unreachable node, whose kubelet reports nothing. */
function reachableNode(
  context: ManagerContext,
  pod: ApiObject,
  isSimulated: KubeletOptions['isSimulated'],
): ApiObject | undefined {
  const name = nodeNameOf(pod)
  const node = name === '' ? undefined : context.informer(NODES).get({ namespace: '', name })
  if (node === undefined || !isSimulated(node) || readiness(node) === 'Unknown') return undefined
  return textAt(node, 'spec.podCIDR') === '' || readiness(node) === undefined ? undefined : node
}

/** Checks a pod that was created with a node; a pod that a scheduler bound has the condition `PodScheduled`. */
function checkOwnNode({ informer }: ManagerContext, pod: ApiObject, node: ApiObject): Rejection | undefined {
  if (conditionOf(pod, 'PodScheduled') !== undefined) return undefined
  const others = [...informer(PODS).list()].filter(
    (one) => nodeNameOf(one) === nodeNameOf(pod) && keyOf(one) !== keyOf(pod) && !hasFinished(one),
  )
  return rejectionOf(pod, node, others)
}

/**
 * Writes the status. Returns false when the pod was deleted, or another write changed it: that change queues the pod again.
 */
async function writeStatus(objects: ObjectClient, pod: ApiObject): Promise<boolean> {
  try {
    await objects.update(PODS, pod, 'status')
    return true
  } catch (error) {
    if (wasRefused(error, 'NotFound') || wasRefused(error, 'Conflict')) return false
    throw error
  }
}

/** The pod address ranges of the nodes. */
class NodeRanges {
  readonly #ranges = new Map<string, PodAddresses>()

  of(node: ApiObject): PodAddresses {
    const range = textAt(node, 'spec.podCIDR')
    let addresses = this.#ranges.get(range)
    if (addresses === undefined) this.#ranges.set(range, (addresses = new PodAddresses(range)))
    return addresses
  }

  free(key: string): void {
    for (const addresses of this.#ranges.values()) addresses.free(key)
  }
}

/** Returns a function that records an event in the name of the kubelet of a host. */
function eventWriter(context: ManagerContext, writer: string): (pod: ApiObject, host: string, event: PodEvent) => void {
  const recorders = new Map<string, EventRecorder>()
  return (pod, host, { type, reason, message, fieldPath }) => {
    let recorder = recorders.get(host)
    if (recorder === undefined) {
      recorder = context.recorder(context.dialect.spell(writer), { user: writer, host })
      recorders.set(host, recorder)
    }
    if (fieldPath === undefined) recorder.event(pod, type, reason, message)
    else recorder.fieldEvent({ object: pod, fieldPath }, type, reason, message)
  }
}

function internalAddress(node: ApiObject): string {
  const own = listAt(node, 'status.addresses')
    .filter(isObject)
    .find((one) => one['type'] === 'InternalIP' && ipAddress(textAt(one, 'address')).length === 0)
  return own === undefined ? '' : textAt(own, 'address')
}

/** A container id as long as a real one: 64 hexadecimal digits. */
const newId = (clock: Clock): string => `${clock.uuid()}${clock.uuid()}`.replaceAll('-', '')
