import { doubleOf, numberOfText } from '../../worker/api/numbers.ts'
import type { ApiObject } from '../../worker/api/object.ts'
import { objectOrEmpty, objectsIn, stringOrEmpty } from '../../worker/api/json.ts'
import { nodeVerdict } from '../../worker/controllers/simulation/node-choice.ts'
import { allocatableOf, nodeFilters } from '../../worker/controllers/simulation/node-filters.ts'
import { Occupancy, needsOf, nodeNameOf } from '../../worker/controllers/simulation/occupancy.ts'
import type { Dialect } from '../../worker/dialect/dialect.ts'

/** The verdict of one node about a pod. */
export interface NodeVerdict {
  readonly node: string
  /** The reasons against the node, in plain words with the next step; empty when the pod fits. */
  readonly reasons: readonly string[]
}

interface ClusterObjects {
  readonly nodes: readonly ApiObject[]
  /** The pods of all namespaces. */
  readonly pods: readonly ApiObject[]
  readonly namespaces: readonly ApiObject[]
  readonly dialect: Dialect
}

const FINISHED: readonly string[] = ['Succeeded', 'Failed']

/** Tests each node for a pod, by the filters of the simulated scheduler. */
export function nodeVerdicts(pod: ApiObject, { nodes, pods, namespaces, dialect }: ClusterObjects): NodeVerdict[] {
  const occupancy = new Occupancy()
  for (const placed of pods) {
    const node = nodeNameOf(placed)
    const phase = stringOrEmpty(objectOrEmpty(placed['status'])['phase'])
    if (node !== '' && !FINISHED.includes(phase)) occupancy.put(placed, node)
  }
  const nodesByName = new Map(nodes.map((node) => [node.metadata?.name ?? '', node]))
  const labels = new Map(namespaces.map(({ metadata }) => [metadata?.name ?? '', metadata?.labels ?? {}]))
  const verdict = nodeVerdict(pod, {
    nodes,
    filters: nodeFilters(dialect),
    nodeOf: (name) => nodesByName.get(name),
    use: (node) => occupancy.on(node),
    placed: () => occupancy.all(),
    repelling: () => occupancy.repelling(),
    namespaceLabels: (name) => labels.get(name) ?? {},
  })
  return Array.from(nodesByName, ([node, object]) => ({
    node,
    reasons: (verdict(object)?.reasons ?? []).map((reason) => plainReason(reason, { pod, node: object, occupancy })),
  }))
}

interface Tested {
  readonly pod: ApiObject
  readonly node: ApiObject
  readonly occupancy: Occupancy
}

function plainReason(reason: string, tested: Tested): string {
  const [, taint] = /untolerated taint \{(.*?): ?\}?/.exec(reason) ?? []
  if (taint !== undefined)
    return `has the taint ${taintText(tested.node, taint)}. Add a toleration to the pod, or remove it.`
  const [, resource] = /^Insufficient (.+)$/.exec(reason) ?? []
  if (resource !== undefined) return shortageText(resource, tested)
  return PLAIN.get(reason) ?? reason
}

const PLAIN: ReadonlyMap<string, string> = new Map([
  ['node(s) were unschedulable', 'is cordoned. Uncordon it, and it accepts pods again.'],
  [
    "node(s) didn't match Pod's node affinity/selector",
    'does not have the labels that nodeSelector or nodeAffinity of the pod asks for. Label the node, or change the pod.',
  ],
  [
    "node(s) didn't have free ports for the requested pod ports",
    'has another pod on the same hostPort. Choose another port, or use a Service.',
  ],
  ['Too many pods', 'runs as many pods as it may. Delete pods there, or add a node.'],
])

/** A taint as text: `key=value:NoSchedule`. */
function taintText(node: ApiObject, key: string): string {
  const taint = objectsIn(objectOrEmpty(node['spec'])['taints']).find((each) => each['key'] === key)
  const value = stringOrEmpty(taint?.['value'])
  return `${key}${value && `=${value}`}:${stringOrEmpty(taint?.['effect'])}`
}

function shortageText(resource: string, { pod, node, occupancy }: Tested): string {
  const asked = needsOf(pod).requests.get(resource) ?? 0n
  const whole = allocatableOf(node).get(resource) ?? 0n
  const used = occupancy.on(node.metadata?.name ?? '').requested.get(resource) ?? 0n
  const amounts = [asked, whole - used, whole].map((amount) => amountText(amount, resource))
  return `has too little ${resource}: the pod asks for ${amounts[0]}, and ${amounts[1]} of ${amounts[2]} is free. Lower resources.requests, or free some.`
}

const MEMORY_UNITS = ['', 'Ki', 'Mi', 'Gi', 'Ti'] as const

/** @param thousandths the amount in thousandths */
function amountText(thousandths: bigint, resource: string): string {
  if (!/memory|storage|hugepages/.test(resource))
    return thousandths % 1000n === 0n ? String(thousandths / 1000n) : `${thousandths}m`
  let amount = doubleOf(thousandths) / 1000
  let unit = 0
  for (; Math.abs(amount) >= 1024 && unit < MEMORY_UNITS.length - 1; unit++) amount /= 1024
  return `${numberOfText(amount.toFixed(1))}${MEMORY_UNITS[unit]}`
}
