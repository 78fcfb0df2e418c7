import { isObject, objectOrEmpty } from '../../api/json.ts'
import type { AdmissionContext, AdmissionPlugin } from '../admission.ts'
import { operations } from '../scopes.ts'

/** Taints a new node as not ready. A controller removes the taint when the conditions of the node report it as ready. */
export function taintNodesByCondition({ dialect }: AdmissionContext) {
  const taint = { key: dialect.spell('node.{labels}/not-ready'), effect: 'NoSchedule' }
  return {
    name: 'TaintNodesByCondition',
    handles: operations('CREATE').on('nodes'),
    admit({ object }) {
      if (object === undefined) return
      const spec = objectOrEmpty(object['spec'])
      const taints = Array.isArray(spec['taints']) ? spec['taints'] : []
      if (taints.some((t) => isObject(t) && t['key'] === taint.key && t['effect'] === taint.effect)) return
      object['spec'] = { ...spec, taints: [...taints, { ...taint }] }
    },
  } satisfies AdmissionPlugin
}
