import { frozen, type JsonObject } from '../../api/json.ts'
import type { AdmissionContext, AdmissionPlugin } from '../admission.ts'
import { objectsOf, specOf, textOf } from '../object-parts.ts'
import { operations } from '../scopes.ts'

interface Added extends JsonObject {
  readonly key: string
}

/** A pod that says nothing else leaves a node some minutes after it failed. */
export function defaultTolerationSeconds({ dialect, tolerationSeconds }: AdmissionContext) {
  const tolerationOf = (fault: string, seconds: number): Added =>
    frozen({
      key: dialect.spell(`node.{labels}/${fault}`),
      operator: 'Exists',
      effect: 'NoExecute',
      tolerationSeconds: seconds,
    })
  // Shared by all pods, and so never changed.
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
