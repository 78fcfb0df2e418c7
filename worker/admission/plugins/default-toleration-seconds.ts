import type { JsonObject } from '../../api/json.ts'
import type { AdmissionContext, AdmissionPlugin } from '../admission.ts'
import { objectsOf, specOf, textOf } from '../object-parts.ts'
import { operations } from '../scopes.ts'

/** A pod that says nothing else leaves a node some minutes after it failed. */
export function defaultTolerationSeconds({ dialect, tolerationSeconds }: AdmissionContext) {
  const faults = [
    { key: dialect.spell('node.{labels}/not-ready'), seconds: tolerationSeconds.notReady },
    { key: dialect.spell('node.{labels}/unreachable'), seconds: tolerationSeconds.unreachable },
  ]
  return {
    name: 'DefaultTolerationSeconds',
    handles: operations('CREATE', 'UPDATE').on('pods'),
    admit({ object }) {
      const spec = specOf(object)
      const given = objectsOf(spec, 'tolerations')
      const added = faults.filter(({ key }) => !given.some((toleration) => tolerates(toleration, key)))
      if (added.length === 0) return
      spec['tolerations'] = [
        ...given,
        ...added.map(({ key, seconds }) => ({
          key,
          operator: 'Exists',
          effect: 'NoExecute',
          tolerationSeconds: seconds,
        })),
      ]
    },
  } satisfies AdmissionPlugin
}

function tolerates(toleration: JsonObject, fault: string): boolean {
  const key = textOf(toleration, 'key')
  const effect = textOf(toleration, 'effect')
  return (key === '' || key === fault) && (effect === '' || effect === 'NoExecute')
}
