import { frozen, type JsonObject } from '../../api/json.ts'
import type { AdmissionContext, AdmissionPlugin } from '../admission.ts'
import { objectsOf, specOf, textOf } from '../object-parts.ts'
import { operations } from '../scopes.ts'

interface Added extends JsonObject {
  readonly key: string
}

/**
 * Adds tolerations by which a pod leaves a failed node after a configured time (five minutes by default), unless the pod has its
 * own.
 */
export function defaultTolerationSeconds({ dialect, tolerationSeconds }: AdmissionContext) {
  const tolerationOf = (fault: string, seconds: number): Added =>
    frozen({
      key: dialect.spell(`node.{labels}/${fault}`),
      operator: 'Exists',
      effect: 'NoExecute',
      tolerationSeconds: seconds,
    })
  // All pods share these tolerations, so they are never changed.
  const faults = [
    tolerationOf('not-ready', tolerationSeconds.notReady),
    tolerationOf('unreachable', tolerationSeconds.unreachable),
  ]
  return {
    name: 'DefaultTolerationSeconds',
    handles: operations('CREATE', 'UPDATE').on('pods'),
    admit({ object }) {
      const spec = specOf(object)
      const given = objectsOf(spec, 'tolerations')
      const added = faults.filter(({ key }) => !given.some((toleration) => tolerates(toleration, key)))
      if (added.length > 0) spec['tolerations'] = [...given, ...added]
    },
  } satisfies AdmissionPlugin
}

function tolerates(toleration: JsonObject, fault: string): boolean {
  const key = textOf(toleration, 'key')
  const effect = textOf(toleration, 'effect')
  return (key === '' || key === fault) && (effect === '' || effect === 'NoExecute')
}
