import type { JsonObject } from '../../api/json.ts'
import type { ApiObject } from '../../api/object.ts'
import { textOf } from '../object-parts.ts'
import type { ResourceList } from '../resource-list.ts'

/** One requirement of a quota's scope: `PriorityClass In [high]`. */
export interface ScopeRequirement {
  readonly scopeName: string
  readonly operator: string
  readonly values: readonly string[]
}

export function readScope(requirement: JsonObject): ScopeRequirement {
  const { values } = requirement
  return {
    scopeName: textOf(requirement, 'scopeName'),
    operator: textOf(requirement, 'operator'),
    values: Array.isArray(values) ? values.map(String) : [],
  }
}

/** Computes how objects of one resource count towards quotas. */
export interface Evaluator {
  /** Whether a name in a quota counts this resource. */
  counts(name: string): boolean
  usage(object: ApiObject): ResourceList
  /** The message about required resources that the spec of an object lacks; undefined when it has all. */
  missing?(spec: JsonObject, required: ReadonlySet<string>): string | undefined
  /** Whether an object is in a scope. Absent when no scope matches objects of the resource. */
  inScope?(object: ApiObject, requirement: ScopeRequirement): boolean
}
