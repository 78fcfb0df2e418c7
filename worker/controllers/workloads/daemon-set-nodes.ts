import type { JsonObject } from '../../api/json.ts'
import { isObject } from '../../api/json.ts'
import type { ApiObject } from '../../api/object.ts'
import type { Dialect } from '../../dialect/dialect.ts'
import { equalJson } from '../../patch/json-values.ts'
import { listAt, textAt, valueAt } from '../../resources/path.ts'
import { tolerates } from '../nodes/tolerations.ts'
import { isSelected } from '../nodes/node-selection.ts'

/** Whether a daemon set places a pod on a node. */
export interface Placement {
  /** Whether the node should run a pod. */
  readonly shouldRun: boolean
  /** Whether an existing pod may keep running. */
  readonly shouldContinueRunning: boolean
}

const NOWHERE: Placement = { shouldRun: false, shouldContinueRunning: false }

export type Tolerations = (template: JsonObject) => JsonObject[]

/**
 * The tolerations of a template, with the tolerations that all daemon pods receive. With them, problems of a node
 * neither evict its daemon pods nor keep new ones away.
 */
export function daemonTolerations(dialect: Dialect): Tolerations {
  const toleration = (taint: string, effect: string): JsonObject => ({
    key: dialect.spell(`node.{labels}/${taint}`),
    operator: 'Exists',
    effect,
  })
  const ofAll = [
    toleration('not-ready', 'NoExecute'),
    toleration('unreachable', 'NoExecute'),
    toleration('disk-pressure', 'NoSchedule'),
    toleration('memory-pressure', 'NoSchedule'),
    toleration('pid-pressure', 'NoSchedule'),
    toleration('unschedulable', 'NoSchedule'),
  ]
  const ofHostNetwork = [...ofAll, toleration('network-unavailable', 'NoSchedule')]
  const known = new WeakMap<JsonObject, JsonObject[]>()
  return (template) => {
    const found = known.get(template)
    if (found !== undefined) return found
    let tolerations = listAt(template, 'spec.tolerations').filter(isObject)
    for (const one of valueAt(template, 'spec.hostNetwork') === true ? ofHostNetwork : ofAll) {
      tolerations = withToleration(tolerations, one)
    }
    known.set(template, tolerations)
    return tolerations
  }
}

const KEYS = ['key', 'operator', 'value', 'effect'] as const

/** Adds a toleration in place of a toleration that differs only in `tolerationSeconds`. */
function withToleration(tolerations: JsonObject[], added: JsonObject): JsonObject[] {
  const isSame = (one: JsonObject): boolean => KEYS.every((key) => textAt(one, key) === textAt(added, key))
  if (!tolerations.some(isSame)) return [...tolerations, added]
  return tolerations.map((one) => (isSame(one) && !equalJson(one, added) ? added : one))
}

export function placementOn(node: ApiObject, template: JsonObject, tolerations: readonly JsonObject[]): Placement {
  const nodeName = textAt(template, 'spec.nodeName')
  if (nodeName !== '' && nodeName !== node.metadata?.name) return NOWHERE
  if (!isSelected(node, template)) return NOWHERE
  const untolerated = listAt(node, 'spec.taints')
    .filter(isObject)
    .filter((taint) => !tolerations.some((one) => tolerates(one, taint)))
    .map((taint) => textAt(taint, 'effect'))
  const isEvicted = untolerated.includes('NoExecute')
  return { shouldRun: !isEvicted && !untolerated.includes('NoSchedule'), shouldContinueRunning: !isEvicted }
}
