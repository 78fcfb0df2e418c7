import type { JsonObject } from '../../api/json.ts'
import type { Place } from '../notation/place.ts'

/** The state that the rules of a pod's spec share: the spec, and its valid volumes by name. */
export class PodScope {
  readonly volumes = new Map<string, JsonObject>()
  readonly spec: JsonObject

  constructor(spec: JsonObject) {
    this.spec = spec
  }
}

export function scopeOf({ scope }: Place): PodScope {
  if (scope instanceof PodScope) return scope
  throw new Error('Run the rules of containers and volumes in the scope of a pod')
}
