import type { JsonObject } from '../../worker/api/json.ts'
import type { ApiObject } from '../../worker/api/object.ts'
import type { Applying } from './reporter.ts'
import { Failure } from './failure.ts'
import type { ObjectChange } from './object-changes.ts'
import { changeObjects } from './object-changes.ts'
import { containersOf, namesContainer, podSpecOf, withPodSpec } from './pod-specs.ts'
import type { Session } from './session.ts'

export interface PodChange extends Omit<ObjectChange, 'change'> {
  change(spec: JsonObject, object: ApiObject, failures: unknown[]): JsonObject
}

/** Changes the pod templates of the objects of a command line. */
export const changePodSpecs = (
  session: Session,
  words: readonly string[],
  how: PodChange,
  applying: Applying,
): Promise<void> =>
  changeObjects(
    session,
    words,
    {
      ...how,
      change(object, failures) {
        const spec = podSpecOf(object)
        if (spec === undefined)
          throw new Failure(`the object is not a pod or does not have a pod template: ${goTypeOf(object)}`)
        return withPodSpec(object, how.change(spec, object, failures))
      },
    },
    applying,
  )

/** The Go type of an object. Its package has the name of the version: `*v1.ConfigMap`. */
const goTypeOf = ({ apiVersion = '', kind = '' }: ApiObject): string => `*${apiVersion.split('/').at(-1)}.${kind}`

/** Changes the matching containers; undefined when no container matches. */
export function withContainers(
  spec: JsonObject,
  isSelected: (name: string) => boolean,
  change: (container: JsonObject) => JsonObject,
): JsonObject | undefined {
  let found = false
  const changed = (field: string): JsonObject => {
    const all = containersOf(spec, field)
    if (all.length === 0) return {}
    return {
      [field]: all.map((container) => {
        if (!isSelected(String(container.name))) return container
        found = true
        return change(container)
      }),
    }
  }
  const result = { ...spec, ...changed('containers'), ...changed('initContainers') }
  return found ? result : undefined
}

export const isNamedBy =
  (pattern: string) =>
  (name: string): boolean =>
    namesContainer(pattern, name)
