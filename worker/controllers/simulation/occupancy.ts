import { quantityValue } from '../../api/quantity.ts'
import { podResourcesWithOverhead } from '../../admission/resource-list.ts'
import type { JsonObject } from '../../api/json.ts'
import { isObject } from '../../api/json.ts'
import type { ApiObject } from '../../api/object.ts'
import { listAt, textAt } from '../../resources/path.ts'
import { keyOf } from '../client/namespaced-name.ts'
import { objectAt } from '../object-parts.ts'

/** The resources, in thousandths, and the host ports that a pod uses on a node. */
export interface Needs {
  readonly requests: ReadonlyMap<string, bigint>
  readonly ports: readonly HostPort[]
}

export interface HostPort {
  /** The address on the node; empty for all addresses of the node. */
  readonly ip: string
  readonly protocol: string
  readonly port: number
}

export interface PlacedPod extends Needs {
  readonly pod: ApiObject
  readonly node: string
}

/** The pods of one node, and the resources that they request together. */
export interface NodeUse {
  readonly requested: ReadonlyMap<string, bigint>
  readonly pods: ReadonlyMap<string, PlacedPod>
}

const NONE: NodeUse = { requested: new Map(), pods: new Map() }
const THOUSANDTHS = -3

const known = new WeakMap<JsonObject, Needs>()

export function needsOf(pod: ApiObject): Needs {
  const spec = objectAt(pod, 'spec')
  let needs = known.get(spec)
  if (needs === undefined) known.set(spec, (needs = { requests: requestsOf(spec), ports: portsOf(spec) }))
  return needs
}

function requestsOf(spec: JsonObject): ReadonlyMap<string, bigint> {
  const requests = new Map<string, bigint>()
  for (const [name, amount] of podResourcesWithOverhead(spec, 'requests')) {
    const value = quantityValue(amount, THOUSANDTHS)
    if (value > 0n) requests.set(name, value)
  }
  return requests
}

/** The host ports of the app containers, which run side by side. */
function portsOf(spec: JsonObject): readonly HostPort[] {
  const ports: HostPort[] = []
  for (const container of listAt(spec, 'containers').filter(isObject)) {
    for (const { hostPort, hostIP, protocol } of listAt(container, 'ports').filter(isObject)) {
      if (typeof hostPort !== 'number' || hostPort <= 0) continue
      const ip = hostIP === '0.0.0.0' || typeof hostIP !== 'string' ? '' : hostIP
      ports.push({ ip, protocol: String(protocol ?? 'TCP'), port: hostPort })
    }
  }
  return ports
}

/** The pods of each node, including pods whose binding has been requested and not answered. */
export class Occupancy {
  readonly #placed = new Map<string, PlacedPod>()
  readonly #nodes = new Map<
    string,
    { readonly requested: Map<string, bigint>; readonly pods: Map<string, PlacedPod> }
  >()
  /** Pods with a required anti-affinity. */
  readonly #repelling = new Map<string, PlacedPod>()

  on(node: string): NodeUse {
    return this.#nodes.get(node) ?? NONE
  }

  all(): Iterable<PlacedPod> {
    return this.#placed.values()
  }

  repelling(): Iterable<PlacedPod> {
    return this.#repelling.values()
  }

  /** Adds a pod to a node, in place of the pod's earlier entry. */
  put(pod: ApiObject, node: string): void {
    const key = keyOf(pod)
    this.remove(key)
    const needs = needsOf(pod)
    const placed = { pod, node, ...needs }
    let use = this.#nodes.get(node)
    if (use === undefined) this.#nodes.set(node, (use = { requested: new Map(), pods: new Map() }))
    use.pods.set(key, placed)
    for (const [name, amount] of needs.requests) use.requested.set(name, (use.requested.get(name) ?? 0n) + amount)
    this.#placed.set(key, placed)
    if (listAt(pod, REPELLED).length > 0) this.#repelling.set(key, placed)
  }

  /** Returns whether the pod was present. */
  remove(key: string): boolean {
    const placed = this.#placed.get(key)
    if (placed === undefined) return false
    this.#placed.delete(key)
    this.#repelling.delete(key)
    const use = this.#nodes.get(placed.node)
    use?.pods.delete(key)
    if (use?.pods.size === 0) this.#nodes.delete(placed.node)
    for (const [name, amount] of placed.requests) use?.requested.set(name, (use.requested.get(name) ?? 0n) - amount)
    return true
  }
}

const REPELLED = 'spec.affinity.podAntiAffinity.requiredDuringSchedulingIgnoredDuringExecution'

/** The node of a pod; empty before it is scheduled. */
export const nodeNameOf = (pod: ApiObject): string => textAt(pod, 'spec.nodeName')
