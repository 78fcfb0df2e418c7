import { parseQuantity, quantityValue } from '../../api/quantity.ts'
import type { JsonObject } from '../../api/json.ts'
import { isObject } from '../../api/json.ts'
import type { ApiObject } from '../../api/object.ts'
import type { Dialect } from '../../dialect/dialect.ts'
import { valueAt } from '../../resources/path.ts'
import { taintsOf, tolerates, tolerationsOf } from '../nodes/tolerations.ts'
import { isSelected } from '../nodes/node-selection.ts'
import type { HostPort, Needs, NodeUse } from './occupancy.ts'

/** A pod, and a node that could run it. */
export interface Candidate {
  readonly pod: ApiObject
  readonly needs: Needs
  readonly node: ApiObject
  readonly use: NodeUse
}

/** The reasons why a node cannot run a pod. */
export interface Refusal {
  readonly reasons: readonly string[]
  /** Whether the removal of other pods would not help. */
  readonly isFinal: boolean
}

export type Filter = (candidate: Candidate) => Refusal | undefined

const final = (reason: string): Refusal => ({ reasons: [reason], isFinal: true })
const forNow = (...reasons: readonly string[]): Refusal => ({ reasons, isFinal: false })

/** The filters in the order of the real scheduler. The first filter that rejects a node gives the reason. */
export function nodeFilters(dialect: Dialect): readonly Filter[] {
  const unschedulable = { key: dialect.spell('node.{labels}/unschedulable'), effect: 'NoSchedule' }
  return [
    ({ pod, node }) =>
      valueAt(node, 'spec.unschedulable') === true && !isTolerated(pod, unschedulable)
        ? final('node(s) were unschedulable')
        : undefined,
    hasNoTaint,
    ({ pod, node }) => (isSelected(node, pod) ? undefined : final("node(s) didn't match Pod's node affinity/selector")),
    ({ needs, use }) =>
      needs.ports.length > 0 && areTaken(needs.ports, use)
        ? forNow("node(s) didn't have free ports for the requested pod ports")
        : undefined,
    hasRoom,
  ]
}

const isTolerated = (pod: ApiObject, taint: JsonObject): boolean =>
  tolerationsOf(pod).some((toleration) => tolerates(toleration, taint))

function hasNoTaint({ pod, node }: Candidate): Refusal | undefined {
  const taint = taintsOf(node).find((one) => one['effect'] !== 'PreferNoSchedule' && !isTolerated(pod, one))
  return taint && final(`node(s) had untolerated taint {${String(taint['key'])}: ${String(taint['value'] ?? '')}}`)
}

/** The number of `PreferNoSchedule` taints that the pod does not tolerate. */
export const preferNoScheduleTaints = (pod: ApiObject, node: ApiObject): number =>
  taintsOf(node).filter((one) => one['effect'] === 'PreferNoSchedule' && !isTolerated(pod, one)).length

function areTaken(ports: readonly HostPort[], { pods }: NodeUse): boolean {
  for (const placed of pods.values())
    for (const taken of placed.ports) if (ports.some((port) => isSamePort(port, taken))) return true
  return false
}

export const isSamePort = (a: HostPort, b: HostPort): boolean =>
  a.port === b.port && a.protocol === b.protocol && (a.ip === b.ip || a.ip === '' || b.ip === '')

const none: ReadonlyMap<string, bigint> = new Map()
const allocatables = new WeakMap<JsonObject, ReadonlyMap<string, bigint>>()

/** The allocatable resources of a node, in thousandths. */
export function allocatableOf(node: ApiObject): ReadonlyMap<string, bigint> {
  const given = valueAt(node, 'status.allocatable')
  if (!isObject(given)) return none
  let amounts = allocatables.get(given)
  if (amounts === undefined) {
    amounts = new Map(Object.entries(given).map(([name, amount]) => [name, thousandths(String(amount))]))
    allocatables.set(given, amounts)
  }
  return amounts
}

const thousandths = (amount: string): bigint => quantityValue(parseQuantity(amount), -3)

function hasRoom({ needs, node, use }: Candidate): Refusal | undefined {
  const allocatable = allocatableOf(node)
  const reasons: string[] = []
  if (BigInt(use.pods.size + 1) * 1000n > (allocatable.get('pods') ?? 0n)) reasons.push('Too many pods')
  for (const [name, amount] of needs.requests) {
    const free = (allocatable.get(name) ?? 0n) - (use.requested.get(name) ?? 0n)
    if (amount > free) reasons.push(`Insufficient ${name}`)
  }
  return reasons.length > 0 ? forNow(...reasons) : undefined
}
