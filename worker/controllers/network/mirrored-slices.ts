import type { JsonObject } from '../../api/json.ts'
import { isObject } from '../../api/json.ts'
import type { ApiObject } from '../../api/object.ts'
import { equalJson } from '../../patch/json-values.ts'
import { listAt, textAt } from '../../resources/path.ts'
import { controllerReference, nameOf } from '../object-parts.ts'
import { endpointKey, isSameEndpoint, portsKey } from './desired-slices.ts'
import { slicePortsInOrder } from './printed-form.ts'
import { isIpv6 } from './service-pods.ts'
import type { SliceChanges } from './slice-changes.ts'
import { endpointsOf, recycled } from './slice-changes.ts'

/** The most addresses that are mirrored from one subset, and the most endpoints in one slice. */
const MAXIMUM = 1000

interface MirrorNames {
  readonly apiVersion: string
  readonly managedBy: string
  readonly manager: string
  readonly service: string
  readonly skip: string
  readonly leader: string
  /** Annotations that are not copied to slices. */
  readonly own: readonly string[]
}

export const mirrorNames = (spell: (template: string) => string): MirrorNames => ({
  apiVersion: spell('discovery.{domain}/v1'),
  managedBy: spell('endpointslice.{labels}/managed-by'),
  manager: spell('endpointslicemirroring-controller.{domain}'),
  service: spell('{labels}/service-name'),
  skip: spell('endpointslice.{labels}/skip-mirror'),
  leader: spell('control-plane.alpha.{labels}/leader'),
  own: [spell('endpoints.{labels}/last-change-trigger-time'), spell('{cli}.{labels}/last-applied-configuration')],
})

interface Mirror {
  readonly addressType: string
  readonly ports: readonly JsonObject[]
  readonly endpoints: Map<string, JsonObject>
}

/** The changes to the slices that mirror these endpoints: one group for each set of ports and address type. */
export function mirroredSlices(
  names: MirrorNames,
  endpoints: ApiObject,
  existing: readonly ApiObject[],
): SliceChanges & { readonly skipped: number } {
  const { mirrors, skipped } = mirrorsOf(endpoints)
  const changes: SliceChanges = { create: [], update: [], remove: [] }
  const left = new Map<string, ApiObject[]>()
  for (const slice of existing) {
    const key = mirrorKey(listAt(slice, 'ports').filter(isObject), textAt(slice, 'addressType'))
    left.set(key, [...(left.get(key) ?? []), slice])
  }
  for (const [key, mirror] of mirrors) {
    if (mirror.endpoints.size === 0) continue
    const [first, ...others] = left.get(key) ?? []
    left.delete(key)
    changes.remove.push(...others)
    if (first !== undefined && isSettled(names, first, endpoints, mirror)) continue
    const slice = sliceOf(names, endpoints, mirror, first)
    ;(first === undefined ? changes.create : changes.update).push(slice)
  }
  for (const slices of left.values()) changes.remove.push(...slices)
  return { ...recycled(changes, () => true), skipped }
}

const mirrorKey = (ports: readonly JsonObject[], addressType: string): string => `${addressType} ${portsKey(ports)}`

function mirrorsOf(endpoints: ApiObject): { readonly mirrors: ReadonlyMap<string, Mirror>; readonly skipped: number } {
  const mirrors = new Map<string, Mirror>()
  let skipped = 0
  for (const subset of listAt(endpoints, 'subsets').filter(isObject)) {
    const ports = slicePortsInOrder(listAt(subset, 'ports').filter(isObject).map(slicePort))
    const addresses = (['addresses', 'notReadyAddresses'] as const).flatMap((key) =>
      listAt(subset, key)
        .filter(isObject)
        .map((address) => ({ address, ready: key === 'addresses' })),
    )
    skipped += Math.max(0, addresses.length - MAXIMUM)
    for (const { address, ready } of addresses.slice(0, MAXIMUM)) {
      const addressType = isIpv6(textAt(address, 'ip')) ? 'IPv6' : 'IPv4'
      const key = mirrorKey(ports, addressType)
      const mirror = mirrors.get(key) ?? { addressType, ports, endpoints: new Map<string, JsonObject>() }
      mirrors.set(key, mirror)
      const endpoint = endpointOf(address, ready)
      mirror.endpoints.set(endpointKey(endpoint), endpoint)
    }
  }
  return { mirrors, skipped }
}

const slicePort = ({ name = '', port = 0, protocol, appProtocol }: JsonObject): JsonObject => ({
  name,
  port,
  ...(protocol !== undefined && { protocol }),
  ...(appProtocol !== undefined && { appProtocol }),
})

function endpointOf({ ip = '', hostname, nodeName, targetRef }: JsonObject, ready: boolean): JsonObject {
  return {
    addresses: [ip],
    conditions: { ready },
    ...(typeof hostname === 'string' && hostname !== '' && { hostname }),
    ...(targetRef !== undefined && { targetRef }),
    ...(nodeName !== undefined && { nodeName }),
  }
}

const without = (map: Readonly<Record<string, string>>, keys: readonly string[]): Record<string, string> =>
  Object.fromEntries(Object.entries(map).filter(([key]) => !keys.includes(key)))

function isSettled(names: MirrorNames, slice: ApiObject, { metadata }: ApiObject, { endpoints }: Mirror): boolean {
  const present = endpointsOf(slice)
  const { labels = {}, annotations = {} } = slice.metadata ?? {}
  return (
    present.length === endpoints.size &&
    present.every((endpoint) => {
      const wanted = endpoints.get(endpointKey(endpoint))
      return wanted !== undefined && isSameEndpoint(wanted, endpoint)
    }) &&
    equalJson(without(labels, [names.managedBy, names.service]), metadata?.labels ?? {}) &&
    equalJson(annotations, without(metadata?.annotations ?? {}, names.own))
  )
}

function sliceOf(names: MirrorNames, of: ApiObject, mirror: Mirror, before: ApiObject | undefined): ApiObject {
  const { labels = {}, annotations = {}, name = '', namespace = '' } = of.metadata ?? {}
  return {
    kind: 'EndpointSlice',
    apiVersion: names.apiVersion,
    metadata: {
      ...(before === undefined ? { generateName: `${name}-` } : { name: nameOf(before) }),
      namespace,
      labels: { ...labels, [names.service]: name, [names.managedBy]: names.manager },
      annotations: without(annotations, names.own),
      ownerReferences: [controllerReference(of)],
    },
    addressType: mirror.addressType,
    ports: [...mirror.ports],
    endpoints: [...mirror.endpoints.values()].slice(0, MAXIMUM),
  }
}
