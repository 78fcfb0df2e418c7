import type { JsonObject } from '../../api/json.ts'
import type { ApiObject } from '../../api/object.ts'
import { listAt, textAt, valueAt } from '../../resources/path.ts'
import { isReady } from '../pod-states.ts'
import { portsInOrder, subsetsInOrder } from './printed-form.ts'
import { addressesOf, hostnameOf, isListed, isIpv6, servicePorts, targetOf, targetPort } from './service-pods.ts'

/** The limit on the addresses of one Endpoints object; the others are left out. */
const CAPACITY = 1000

export interface Subset extends JsonObject {
  addresses?: JsonObject[]
  notReadyAddresses?: JsonObject[]
  ports?: JsonObject[]
}

interface Listed {
  readonly address: JsonObject
  readonly isReady: boolean
}

/** The subsets of a service's Endpoints for these pods, in the order in which the real controller writes them. */
export function subsetsOf(service: ApiObject, pods: readonly ApiObject[]): Subset[] {
  const publishesAll = publishesNotReady(service)
  const ports = servicePorts(service)
  const byPort = new Map<string, { readonly port: JsonObject | undefined; readonly listed: Map<string, Listed> }>()
  const isIpv6Service = listAt(service, 'spec.ipFamilies')[0] === 'IPv6'
  for (const pod of pods) {
    if (!isListed(pod, publishesAll)) continue
    const ip = addressesOf(pod).find((address) => isIpv6(address) === isIpv6Service)
    if (ip === undefined) continue
    const hostname = hostnameOf(pod, service)
    const nodeName = textAt(pod, 'spec.nodeName')
    const address = { ip, ...(hostname !== undefined && { hostname }), nodeName, targetRef: targetOf(pod) }
    for (const port of portsOf(service, ports, pod)) {
      const key = JSON.stringify(port ?? null)
      const at = byPort.get(key) ?? { port, listed: new Map<string, Listed>() }
      byPort.set(key, at)
      at.listed.set(`${ip} ${pod.metadata?.uid ?? ''}`, { address, isReady: publishesAll || isReady(pod) })
    }
  }
  return packed([...byPort.values()])
}

export const publishesNotReady = (service: ApiObject): boolean =>
  valueAt(service, 'spec.publishNotReadyAddresses') === true

/**
 * The ports of a subset that contains the pod. A headless service may have no ports: then the only entry is undefined,
 * and the subset has addresses only.
 */
function portsOf(service: ApiObject, ports: readonly JsonObject[], pod: ApiObject): (JsonObject | undefined)[] {
  if (ports.length === 0) return textAt(service, 'spec.clusterIP') === 'None' ? [undefined] : []
  return ports.flatMap((servicePort) => {
    const port = targetPort(pod, servicePort)
    if (port === undefined) return []
    const { name, protocol, appProtocol } = servicePort
    return [
      {
        ...(typeof name === 'string' && name !== '' && { name }),
        port,
        ...(protocol !== undefined && { protocol }),
        ...(appProtocol !== undefined && { appProtocol }),
      },
    ]
  })
}

/** The subsets for these ports; ports with the same addresses share a subset. */
function packed(
  ports: readonly { readonly port: JsonObject | undefined; readonly listed: ReadonlyMap<string, Listed> }[],
): Subset[] {
  const byAddresses = new Map<string, { readonly listed: readonly Listed[]; readonly ports: JsonObject[] }>()
  for (const { port, listed } of ports) {
    const inOrder = [...listed].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, one]) => one)
    const key = JSON.stringify(inOrder)
    const subset = byAddresses.get(key) ?? { listed: inOrder, ports: [] }
    byAddresses.set(key, subset)
    if (port !== undefined) subset.ports.push(port)
  }
  const subsets = Array.from(byAddresses.values(), ({ listed, ports: offered }): Subset => {
    const ready = listed.filter((one) => one.isReady).map(({ address }) => address)
    const notReady = listed.filter((one) => !one.isReady).map(({ address }) => address)
    return subsetWith(ready, notReady, portsInOrder(offered))
  })
  return subsetsInOrder(subsets)
}

const subsetWith = (
  addresses: readonly JsonObject[],
  notReadyAddresses: readonly JsonObject[],
  ports: readonly JsonObject[] = [],
): Subset => ({
  ...(addresses.length > 0 && { addresses: [...addresses] }),
  ...(notReadyAddresses.length > 0 && { notReadyAddresses: [...notReadyAddresses] }),
  ...(ports.length > 0 && { ports: [...ports] }),
})

const countOf = (subsets: readonly Subset[], key: 'addresses' | 'notReadyAddresses'): number =>
  subsets.reduce((sum, subset) => sum + (subset[key]?.length ?? 0), 0)

export const fits = (subsets: readonly Subset[]): boolean =>
  countOf(subsets, 'addresses') + countOf(subsets, 'notReadyAddresses') <= CAPACITY

/** Truncates to the limit. Unready addresses are dropped before ready ones, and each subset keeps a proportional part. */
export function truncated(subsets: readonly Subset[]): Subset[] {
  const ready = countOf(subsets, 'addresses')
  const key = ready > CAPACITY ? 'addresses' : 'notReadyAddresses'
  const room = ready > CAPACITY ? CAPACITY : CAPACITY - ready
  const total = countOf(subsets, key)
  let left = room
  return subsets.map((subset) => {
    const all = subset[key] ?? []
    const kept = all.slice(0, Math.min(left, Math.ceil((all.length / total) * room)))
    left -= kept.length
    return key === 'addresses'
      ? subsetWith(kept, [], subset.ports)
      : subsetWith(subset.addresses ?? [], kept, subset.ports)
  })
}
