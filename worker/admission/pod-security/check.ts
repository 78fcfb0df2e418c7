import type { JsonObject } from '../../api/json.ts'
import type { ObjectMeta } from '../../api/object.ts'
import { containersOf, objectOf, textOf } from '../object-parts.ts'
import type { Level } from './policy.ts'

/** A pod, or the pod template of a workload. */
export interface PodForm {
  readonly metadata: ObjectMeta
  readonly spec: JsonObject
}

export interface Violation {
  readonly reason: string
  readonly detail: string
}

/** One rule of the standards, with its versions. */
export interface Check {
  readonly id: string
  readonly level: Exclude<Level, 'privileged'>
  /** The checks that this check replaces. */
  readonly overrides?: readonly string[]
  /** Oldest first; the rule does not apply before the first version. */
  readonly versions: readonly { readonly since: number; readonly test: (pod: PodForm) => Violation | undefined }[]
}

export const securityContext = (holder: JsonObject): JsonObject => objectOf(holder, 'securityContext')

/** The names in quotation marks, such as `"a", "b"`. Characters in a name are not escaped. */
export const quoted = (names: readonly string[]): string => `"${names.join('", "')}"`

export const plural = (word: string, count: number): string => (count === 1 ? word : `${word}s`)

/** Containers as refusals name them, such as `containers "a", "b"`. */
export const containersNamed = (names: readonly string[]): string =>
  `${plural('container', names.length)} ${quoted(names)}`

export const sortedUnique = (values: Iterable<string>): string[] => [...new Set(values)].sort()

/** Names of the containers for which the predicate holds. */
export function containersWhere(spec: JsonObject, predicate: (container: JsonObject) => boolean): string[] {
  const names: string[] = []
  for (const container of containersOf(spec)) if (predicate(container)) names.push(textOf(container, 'name'))
  return names
}

/**
 * The holders of security contexts with a forbidden setting, such as `pod` and `containers "a", "b"`; empty when there are none.
 */
export function securityContextsWhere(spec: JsonObject, isForbidden: (context: JsonObject) => boolean): string[] {
  const isPodForbidden = isForbidden(securityContext(spec))
  const containers = containersWhere(spec, (container) => isForbidden(securityContext(container)))
  return [...(isPodForbidden ? ['pod'] : []), ...(containers.length === 0 ? [] : [containersNamed(containers)])]
}

/** Exempts pods for Windows from a test of fields that Windows does not have. The standards do so from 1.25 on. */
export const unlessWindows =
  (test: (pod: PodForm) => Violation | undefined) =>
  (pod: PodForm): Violation | undefined =>
    textOf(objectOf(pod.spec, 'os'), 'name') === 'windows' ? undefined : test(pod)
