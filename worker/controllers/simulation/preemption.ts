import type { ApiObject } from '../../api/object.ts'
import { numberAt, textAt } from '../../resources/path.ts'
import { keyOf } from '../client/namespaced-name.ts'
import { isBeingDeleted } from '../object-parts.ts'
import { chooseNode, type SchedulingContext } from './node-choice.ts'
import type { NodeUse, PlacedPod } from './occupancy.ts'

/** A node, and the pods that a pod of higher priority replaces there. */
export interface Preemption {
  readonly node: string
  readonly victims: readonly ApiObject[]
}

const priorityOf = (pod: ApiObject): number => numberAt(pod, 'spec.priority')

/** Whether pods of lower priority are still terminating on the node that was nominated for the pod. */
export function awaitsVictims(pod: ApiObject, { use }: SchedulingContext): boolean {
  const { pods } = use(textAt(pod, 'status.nominatedNodeName'))
  return [...pods.values()].some((placed) => isBeingDeleted(placed.pod) && priorityOf(placed.pod) < priorityOf(pod))
}

/**
 * The node with the least important victims, then with the fewest; undefined when preemption helps on no node, or when
 * the pod never preempts others. Disruption budgets are ignored.
 * @param contested nodes that could fit after a preemption
 */
export function preemptionFor(
  pod: ApiObject,
  contested: readonly ApiObject[],
  snapshot: SchedulingContext,
): Preemption | undefined {
  if (textAt(pod, 'spec.preemptionPolicy') === 'Never') return undefined
  let best: (Preemption & { readonly worst: number }) | undefined
  for (const node of contested) {
    const victims = victimsOn(pod, node, snapshot)
    if (victims === undefined) continue
    const worst = Math.max(...victims.map(priorityOf))
    const isBetter =
      best === undefined || worst < best.worst || (worst === best.worst && victims.length < best.victims.length)
    if (isBetter) best = { node: node.metadata?.name ?? '', victims, worst }
  }
  return best
}

/**
 * The pods of lower priority to remove, without those that are already being deleted; undefined when even the removal of
 * all of them would not suffice. The most important of them are kept when possible.
 */
function victimsOn(pod: ApiObject, node: ApiObject, snapshot: SchedulingContext): readonly ApiObject[] | undefined {
  const placed = [...snapshot.use(node.metadata?.name ?? '').pods.values()].map((one) => one.pod)
  const lesser = placed.filter((one) => priorityOf(one) < priorityOf(pod)).sort((a, b) => priorityOf(b) - priorityOf(a))
  const gone = new Set(lesser.map(keyOf))
  const fits = (): boolean => 'node' in chooseNode(pod, without(snapshot, gone), [node])
  if (lesser.length === 0 || !fits()) return undefined
  for (const one of lesser) {
    gone.delete(keyOf(one))
    if (!fits()) gone.add(keyOf(one))
  }
  return lesser.filter((one) => gone.has(keyOf(one)) && !isBeingDeleted(one))
}

function without(snapshot: SchedulingContext, gone: ReadonlySet<string>): SchedulingContext {
  const remaining = (all: Iterable<PlacedPod>): PlacedPod[] => [...all].filter(({ pod }) => !gone.has(keyOf(pod)))
  return {
    ...snapshot,
    placed: () => remaining(snapshot.placed()),
    repelling: () => remaining(snapshot.repelling()),
    use: (node) => useOf(remaining(snapshot.use(node).pods.values())),
  }
}

function useOf(placed: readonly PlacedPod[]): NodeUse {
  const requested = new Map<string, bigint>()
  for (const { requests } of placed)
    for (const [name, amount] of requests) requested.set(name, (requested.get(name) ?? 0n) + amount)
  return { requested, pods: new Map(placed.map((one) => [keyOf(one.pod), one])) }
}
