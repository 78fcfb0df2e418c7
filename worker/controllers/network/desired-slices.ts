import type { JsonObject } from '../../api/json.ts'
import { isObject, objectOrEmpty } from '../../api/json.ts'
import type { ApiObject } from '../../api/object.ts'
import { equalJson } from '../../patch/json-values.ts'
import { listAt, textAt } from '../../resources/path.ts'
import { isBeingDeleted } from '../object-parts.ts'
import { isReady } from '../pod-states.ts'
import { publishesNotReady } from './endpoint-subsets.ts'
import { slicePortsInOrder } from './printed-form.ts'
import {
  addressesOf,
  hostnameOf,
  isHeadless,
  isListed,
  isIpv6,
  servicePorts,
  targetOf,
  targetPort,
} from './service-pods.ts'

/** Endpoints by their key, and the ports that they share. */
export interface Group {
  readonly ports: readonly JsonObject[]
  readonly endpoints: Map<string, JsonObject>
}

/** The key of a group: its ports in stored order. */
export const portsKey = (ports: readonly JsonObject[]): string => JSON.stringify(slicePortsInOrder(ports).map(portText))

const portText = ({ name, protocol, port, appProtocol }: JsonObject): unknown[] => [name, protocol, port, appProtocol]

/** The identity of an endpoint within its slice; other fields may change. */
export function endpointKey(endpoint: JsonObject): string {
  const { hostname, targetRef } = endpoint
  const { namespace, name } = objectOrEmpty(targetRef)
  return JSON.stringify([[...listAt(endpoint, 'addresses')].map(String).sort(), hostname, namespace, name])
}

const COMPARED = ['nodeName', 'zone']
const CONDITIONS = ['ready', 'serving', 'terminating']

/** Whether two endpoints with the same key have equal fields, apart from hints and the target's resourceVersion. */
export function isSameEndpoint(a: JsonObject, b: JsonObject): boolean {
  const [ofA, ofB] = [a['conditions'], b['conditions']].map((given) => objectOrEmpty(given))
  return (
    COMPARED.every((key) => a[key] === b[key]) &&
    CONDITIONS.every((key) => ofA?.[key] === ofB?.[key]) &&
    equalJson(withoutVersion(a['targetRef']), withoutVersion(b['targetRef']))
  )
}

function withoutVersion(reference: unknown): JsonObject {
  if (!isObject(reference)) return {}
  const { resourceVersion: _, ...rest } = reference
  return rest
}

/** The address types of a service; each type has its own slices. */
export function addressTypesOf(service: ApiObject): string[] {
  const families = listAt(service, 'spec.ipFamilies').map(String)
  if (families.length > 0) return families
  const address = textAt(service, 'spec.clusterIP')
  if (isHeadless(service)) return ['IPv4', 'IPv6']
  return [isIpv6(address) ? 'IPv6' : 'IPv4']
}

export interface Desired {
  readonly groups: ReadonlyMap<string, Group>
  /** The skipped pods, each with the name of its missing node. */
  readonly skipped: readonly { readonly pod: string; readonly node: string }[]
}

interface NodeLookup {
  /** Returns the node of that name; undefined when it does not exist. */
  readonly nodeOf: (name: string) => ApiObject | undefined
  readonly zoneLabel: string
}

export function desiredEndpoints(
  service: ApiObject,
  pods: readonly ApiObject[],
  addressType: string,
  { nodeOf, zoneLabel }: NodeLookup,
): Desired {
  const groups = new Map<string, Group>()
  const skipped: { pod: string; node: string }[] = []
  const publishesAll = publishesNotReady(service)
  for (const pod of pods) {
    if (!isListed(pod, true)) continue
    const ports = slicePortsInOrder(portsOf(service, pod))
    const key = portsKey(ports)
    const group = groups.get(key) ?? { ports, endpoints: new Map<string, JsonObject>() }
    groups.set(key, group)
    const nodeName = textAt(pod, 'spec.nodeName')
    const node = nodeOf(nodeName)
    if (node === undefined && !publishesAll) {
      skipped.push({ pod: pod.metadata?.name ?? '', node: nodeName })
      continue
    }
    const addresses = addressesOf(pod).filter((address) => isIpv6(address) === (addressType === 'IPv6'))
    if (addresses.length === 0) continue
    const endpoint = endpointOf(pod, service, addresses.sort(), node?.metadata?.labels?.[zoneLabel])
    group.endpoints.set(endpointKey(endpoint), endpoint)
  }
  return { groups, skipped }
}

function endpointOf(pod: ApiObject, service: ApiObject, addresses: string[], zone: string | undefined): JsonObject {
  const serving = isReady(pod)
  const terminating = isBeingDeleted(pod)
  const nodeName = textAt(pod, 'spec.nodeName')
  const hostname = hostnameOf(pod, service)
  return {
    addresses,
    conditions: { ready: publishesNotReady(service) || (serving && !terminating), serving, terminating },
    ...(hostname !== undefined && { hostname }),
    targetRef: targetOf(pod),
    ...(nodeName !== '' && { nodeName }),
    ...(zone !== undefined && zone !== '' && { zone }),
  }
}

function portsOf(service: ApiObject, pod: ApiObject): JsonObject[] {
  return servicePorts(service).flatMap((servicePort) => {
    const port = targetPort(pod, servicePort)
    if (port === undefined) return []
    const { name = '', protocol, appProtocol } = servicePort
    return [
      { name, port, ...(protocol !== undefined && { protocol }), ...(appProtocol !== undefined && { appProtocol }) },
    ]
  })
}
