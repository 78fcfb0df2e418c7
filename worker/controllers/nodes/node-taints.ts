import type { JsonObject } from '../../api/json.ts'
import { isObject } from '../../api/json.ts'
import type { ApiObject } from '../../api/object.ts'
import { listAt, valueAt } from '../../resources/path.ts'
import { conditionOf } from '../pod-states.ts'
import { taintsOf } from './tolerations.ts'

/** The keys of the taints that represent the conditions of a node. */
interface TaintNames {
  readonly notReady: string
  readonly unreachable: string
  readonly unschedulable: string
  /** The keys by the type of the condition that the taint represents. */
  readonly pressures: ReadonlyMap<string, string>
}

export const taintNames = (spell: (template: string) => string): TaintNames => ({
  notReady: spell('node.{labels}/not-ready'),
  unreachable: spell('node.{labels}/unreachable'),
  unschedulable: spell('node.{labels}/unschedulable'),
  pressures: new Map([
    ['MemoryPressure', spell('node.{labels}/memory-pressure')],
    ['DiskPressure', spell('node.{labels}/disk-pressure')],
    ['NetworkUnavailable', spell('node.{labels}/network-unavailable')],
    ['PIDPressure', spell('node.{labels}/pid-pressure')],
  ]),
})

type Ready = 'True' | 'False' | 'Unknown'

/** The status of the Ready condition; undefined when the node has none or its status is invalid. */
export function readiness(node: ApiObject): Ready | undefined {
  const status = conditionOf(node, 'Ready')?.['status']
  return status === 'True' || status === 'False' || status === 'Unknown' ? status : undefined
}

/** The keys of the NoSchedule taints that a node should have. */
export function wantedNoSchedule(names: TaintNames, node: ApiObject): string[] {
  const keys: string[] = []
  for (const { type, status } of listAt(node, 'status.conditions').filter(isObject)) {
    if (type === 'Ready' && status === 'False') keys.push(names.notReady)
    if (type === 'Ready' && status === 'Unknown') keys.push(names.unreachable)
    const pressure = names.pressures.get(String(type))
    if (pressure !== undefined && status === 'True') keys.push(pressure)
  }
  if (valueAt(node, 'spec.unschedulable') === true) keys.push(names.unschedulable)
  return keys
}

/**
 * The keys of the NoExecute taints that a node should have.
 * @param isDisconnected whether no node of the cluster is ready; probably the manager has then lost its connection
 */
export function wantedNoExecute(names: TaintNames, node: ApiObject, isDisconnected: boolean): string[] {
  const ready = readiness(node)
  if (isDisconnected || ready === undefined || ready === 'True') return []
  return [ready === 'False' ? names.notReady : names.unreachable]
}

interface WantedTaints {
  readonly effect: 'NoSchedule' | 'NoExecute'
  readonly keys: readonly string[]
}

/** The taints of a node, with the taints of the manager replaced by the wanted ones; undefined when nothing changes. */
export function retainted(
  names: TaintNames,
  node: ApiObject,
  { effect, keys: wanted }: WantedTaints,
  now: string,
): JsonObject[] | undefined {
  const ready = [names.notReady, names.unreachable]
  const kept = effect === 'NoExecute' ? ready : [...ready, names.unschedulable, ...names.pressures.values()]
  const isOurs = (taint: JsonObject): boolean => taint['effect'] === effect && kept.includes(String(taint['key']))
  const present = taintsOf(node)
  const missing = wanted.filter((key) => !present.some((taint) => isOurs(taint) && taint['key'] === key))
  const remaining = present.filter((taint) => !isOurs(taint) || wanted.includes(String(taint['key'])))
  if (missing.length === 0 && remaining.length === present.length) return undefined
  return [...remaining, ...missing.map((key) => ({ key, effect, timeAdded: now }))]
}
