import type { ApiObject } from '../../api/object.ts'
import { taintsOf, tolerates, tolerationsOf } from '../nodes/tolerations.ts'
import { isSelected } from '../nodes/node-selection.ts'
import { allocatableOf, isSamePort } from './node-filters.ts'
import { needsOf, type Needs } from './occupancy.ts'

/** Why the kubelet of a node does not accept a pod. */
export interface Rejection {
  readonly reason: string
  readonly message: string
}

/**
 * The kubelet's check of a pod that names its node, which no scheduler has checked; undefined when the kubelet accepts it.
 * @param others the unfinished pods of the node
 */
export function rejectionOf(pod: ApiObject, node: ApiObject, others: readonly ApiObject[]): Rejection | undefined {
  const needs = needsOf(pod)
  const used = others.map(needsOf)
  return (
    shortage(needs, node, used) ??
    (isSelected(node, pod) ? undefined : failed('NodeAffinity')) ??
    (needs.ports.some((port) => used.some(({ ports }) => ports.some((taken) => isSamePort(port, taken))))
      ? failed('NodePorts')
      : undefined) ??
    (isEvicted(pod, node) ? failed('TaintToleration') : undefined)
  )
}

const failed = (reason: string): Rejection => ({ reason, message: `Predicate ${reason} failed` })

const isEvicted = (pod: ApiObject, node: ApiObject): boolean =>
  taintsOf(node).some(
    (taint) => taint['effect'] === 'NoExecute' && !tolerationsOf(pod).some((one) => tolerates(one, taint)),
  )

/**
 * The rejection for the first resource that the node lacks; undefined when it has enough of all. The message counts CPU
 * in thousandths and other resources in units.
 */
function shortage(needs: Needs, node: ApiObject, used: readonly Needs[]): Rejection | undefined {
  const allocatable = allocatableOf(node)
  const count = (name: string, amount: bigint): bigint => (name === 'cpu' ? amount : (amount + 999n) / 1000n)
  const lacking = (name: string, requested: bigint, taken: bigint, capacity: bigint): Rejection => ({
    reason: `OutOf${name}`,
    message: `Node didn't have enough resource: ${name}, requested: ${count(name, requested)}, used: ${count(name, taken)}, capacity: ${count(name, capacity)}`,
  })
  const pods = allocatable.get('pods') ?? 0n
  if (BigInt(used.length + 1) * 1000n > pods) return lacking('pods', 1000n, BigInt(used.length) * 1000n, pods)
  for (const [name, requested] of needs.requests) {
    const capacity = allocatable.get(name)
    // An extended resource that the node does not declare belongs to the whole cluster, so no node accounts for it.
    if (capacity === undefined && name.includes('/')) continue
    const taken = used.reduce((sum, { requests }) => sum + (requests.get(name) ?? 0n), 0n)
    if (requested > (capacity ?? 0n) - taken) return lacking(name, requested, taken, capacity ?? 0n)
  }
  return undefined
}
