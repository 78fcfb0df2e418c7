import type { JsonObject } from '../../worker/api/json.ts'
import { isObject, objectOrEmpty, objectsIn } from '../../worker/api/json.ts'
import type { ApiObject } from '../../worker/api/object.ts'
import { lookupTable } from '../../worker/runtime/lookup-table.ts'

/** The path of the pod spec in each kind that kubectl changes: a PodTemplate is none of them. */
const PATHS = lookupTable<readonly string[]>({
  Pod: ['spec'],
  CronJob: ['spec', 'jobTemplate', 'spec', 'template', 'spec'],
  ...Object.fromEntries(
    ['Deployment', 'DaemonSet', 'StatefulSet', 'ReplicaSet', 'ReplicationController', 'Job'].map((kind) => [
      kind,
      ['spec', 'template', 'spec'],
    ]),
  ),
})

/** The `spec` of an object; empty when it is missing. */
export const specOf = ({ spec }: ApiObject): JsonObject => objectOrEmpty(spec)

/** The pod spec of an object; undefined for a kind without one. */
export function podSpecOf(object: ApiObject): JsonObject | undefined {
  let at: unknown = object
  for (const key of PATHS[object.kind ?? ''] ?? ['']) at = isObject(at) ? at[key] : undefined
  return isObject(at) ? at : undefined
}

/** The object with another pod spec. */
export function withPodSpec(object: ApiObject, spec: JsonObject): ApiObject {
  const replace = (at: JsonObject, [key = '', ...rest]: readonly string[]): JsonObject => {
    const inner = at[key]
    return { ...at, [key]: rest.length === 0 ? spec : replace(objectOrEmpty(inner), rest) }
  }
  return replace(object, PATHS[object.kind ?? ''] ?? ['spec'])
}

/**
 * Whether a container's name matches a pattern with `*`, by the search of kubectl (`selectString`): it places each part by its
 * first occurrence only, and the first part need not be at the start of the name.
 */
export function namesContainer(pattern: string, name: string): boolean {
  if (!pattern.includes('*')) return name === pattern
  const parts = pattern.split('*')
  let start = 0
  for (const [index, part] of parts.entries()) {
    if (part === '') continue
    const place = name.slice(start).indexOf(part)
    if (place < start) return false
    if (index === parts.length - 1 && name.length !== part.length + place) return false
    start = place
  }
  return true
}

export const containersOf = (spec: JsonObject, field = 'containers'): JsonObject[] => objectsIn(spec[field])
