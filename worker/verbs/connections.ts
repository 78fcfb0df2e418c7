import { isInt64 } from '../api/int64.ts'
import { fieldError, type FieldError } from '../api/field-error.ts'
import { isObject, type JsonObject } from '../api/json.ts'
import type { ApiObject } from '../api/object.ts'
import { badRequest, internalError, invalid, notFound, plainError, serviceUnavailable } from '../api/status.ts'
import { listAt, textAt, valueAt } from '../resources/path.ts'
import type { Store } from '../store/store.ts'
import type { Environment } from './environment.ts'
import type { Target } from './verbs.ts'

/** A request for a subresource that connects to a node, an address or a container. */
export interface Connection {
  readonly object: ApiObject
  readonly target: Target
  /** The subresource's options: `PodExecOptions` and the like. */
  readonly options: JsonObject
  readonly store: Store
  /** Whether the request upgrades the connection to a stream. */
  readonly upgrade: boolean
  readonly containerLog: Environment['containerLog']
}

/** Returns a log, or nothing when the answer is empty (204); otherwise throws the answer. */
type Connect = (connection: Connection) => Promise<string> | undefined

/**
 * The connections by resource and subresource, with the checks of the real server. The nodes of this cluster are objects
 * without containers, so a valid request is refused with that reason; only simulated containers have logs.
 */
export const CONNECTIONS: ReadonlyMap<string, Connect> = new Map<string, Connect>([
  ['pods/log', podLog],
  ['pods/exec', podStream],
  ['pods/attach', podStream],
  ['pods/portforward', podPorts],
  ['pods/proxy', podProxy],
  ['services/proxy', serviceProxy],
  ['nodes/proxy', nodeProxy],
])

const NO_RUNTIME = 'the nodes of this cluster run no containers'

function podLog({ object, target, options, store, containerLog }: Connection): Promise<string> | undefined {
  const container = chosenContainer(object, options)
  const name = textAt(object, 'spec.nodeName')
  if (name === '') return undefined
  const node = nodeOf(store, name)
  if (containerLog !== undefined && isSimulated(object)) return containerLog({ pod: object, container, options })
  throw plainError(
    `Get "https://${kubeletAddress(node)}/containerLogs/${target.namespace}/${target.name}/${container}": ${NO_RUNTIME}`,
  )
}

/** Whether the status of a container was written by a simulated node, or by a client in its place. */
const isSimulated = (pod: ApiObject): boolean =>
  SIMULATED_LISTS.some((list) =>
    listAt(pod, `status.${list}`).some(
      (status) => isObject(status) && textAt(status, 'containerID').startsWith('simulated://'),
    ),
  )

const SIMULATED_LISTS = ['containerStatuses', 'initContainerStatuses', 'ephemeralContainerStatuses']

const AT_LEAST: readonly (readonly [option: string, least: number])[] = [
  ['tailLines', 0],
  ['limitBytes', 1],
  ['sinceSeconds', 1],
]
const ONE_START = 'at most one of `sinceTime` or `sinceSeconds` may be specified'

/** Checks the options of a log, which the real server does before it reads the pod. @throws invalid() */
export function checkLogOptions(name: string, options: JsonObject): void {
  const faults = logFaults(options)
  if (faults.length > 0) throw invalid('', 'PodLogOptions', name, faults)
}

function logFaults(options: JsonObject): FieldError[] {
  return AT_LEAST.flatMap(([name, least]) => {
    const value = options[name]
    if (!isInt64(value)) return []
    // The real server prints a path of one empty name as `[]`.
    if (name === 'sinceSeconds' && options['sinceTime'] !== undefined) return [fieldError.forbidden('[]', ONE_START)]
    if (value >= least) return []
    return [fieldError.invalid(name, value, `must be greater than ${least === 0 ? 'or equal to 0' : '0'}`)]
  })
}

function podStream({ object, options, store, target, upgrade }: Connection): never {
  chosenContainer(object, options)
  requireHost(object, target.name, store)
  throw upgrade ? internalError(`error dialing backend: ${NO_RUNTIME}`) : badRequest('Upgrade request required')
}

function podPorts({ object, store, target, upgrade }: Connection): never {
  requireHost(object, target.name, store)
  throw upgrade ? internalError(`error dialing backend: ${NO_RUNTIME}`) : badRequest('Upgrade request required')
}

function podProxy({ object }: Connection): never {
  if (textAt(object, 'status.podIP') === '') throw badRequest('address not allowed')
  unreachable(NO_RUNTIME)
}

function serviceProxy({ object, target: { name, namespace }, store }: Connection): never {
  const own = object.metadata?.name ?? ''
  const endpoints = store.get({ resource: 'endpoints', namespace, name: own })?.object
  // The real server names the resource `services` here, although it looked for endpoints.
  if (endpoints === undefined) throw notFound({ group: '', resource: 'services' }, own)
  const ready = listAt(endpoints, 'subsets').some(
    (subset) => isObject(subset) && listAt(subset, 'addresses').length > 0,
  )
  if (!ready) throw serviceUnavailable(`no endpoints available for service "${name}"`)
  unreachable(NO_RUNTIME)
}

function unreachable(why: string): never {
  throw serviceUnavailable(`error trying to reach service: ${why}`)
}

function nodeProxy({ object, target }: Connection): never {
  kubeletAddress(object)
  unreachable(`node ${target.name} runs nothing`)
}

function requireHost(pod: ApiObject, name: string, store: Store): void {
  const node = textAt(pod, 'spec.nodeName')
  if (node === '') throw badRequest(`pod ${name} does not have a host assigned`)
  kubeletAddress(nodeOf(store, node))
}

/** The node of a pod. @throws notFound() with the resource of the request */
function nodeOf(store: Store, name: string): ApiObject {
  const node = store.get({ resource: 'nodes', namespace: '', name })?.object
  if (node === undefined) throw notFound({ group: '', resource: 'pods' }, name)
  return node
}

/** The types of node addresses, in the order of the default of --kubelet-preferred-address-types. */
const PREFERRED = ['Hostname', 'InternalDNS', 'InternalIP', 'ExternalDNS', 'ExternalIP']
const KUBELET_PORT = 10250

/** The address and the port of a node's kubelet. @throws plainError() when the node has no address of a preferred type */
function kubeletAddress(node: ApiObject): string {
  const known = listAt(node, 'status.addresses').filter(isObject)
  const found = PREFERRED.flatMap((type) => known.filter((each) => textAt(each, 'type') === type))
  const [chosen] = found
  if (chosen === undefined) {
    const shown = known.map((each) => `{${textAt(each, 'type')} ${textAt(each, 'address')}}`)
    throw plainError(`no preferred addresses found; known addresses: [${shown.join(' ')}]`)
  }
  const address = textAt(chosen, 'address')
  const port = valueAt(node, 'status.daemonEndpoints.kubeletEndpoint.Port')
  return `${address.includes(':') ? `[${address}]` : address}:${String(isInt64(port) && port > 0 ? port : KUBELET_PORT)}`
}

const names = (pod: ApiObject, list: string): string[] =>
  listAt(pod, list).flatMap((container) => (isObject(container) ? [textAt(container, 'name')] : []))

/** The container that the options name, or the only one. */
function chosenContainer(pod: ApiObject, options: JsonObject): string {
  const name = pod.metadata?.name ?? ''
  const given = textAt(options, 'container')
  const containers = names(pod, 'spec.containers')
  const ephemeral = names(pod, 'spec.ephemeralContainers')
  const all = [...names(pod, 'spec.initContainers'), ...containers, ...ephemeral]
  if (given !== '') {
    if (all.includes(given)) return given
    throw badRequest(`container ${given} is not valid for pod ${name}`)
  }
  const [only = '', ...others] = containers
  if (others.length === 0) return only
  throw badRequest(`a container name must be specified for pod ${name}, choose one of: [${all.join(' ')}]`)
}
