import type { Json, JsonObject } from '../../worker/api/json.ts'
import { ApiError } from '../client/api-error.ts'
import type { FieldPath } from '../client/field-path.ts'
import { fieldPath, valueAt } from '../client/field-path.ts'

/** A field that an apply sets, and that other managers own with another value. */
export interface FieldConflict {
  /** In the notation of the server: `.spec.replicas`. */
  readonly field: string
  /** The path of the field in the applied object. */
  readonly path: FieldPath
  /** The other field owners. */
  readonly managers: readonly string[]
  readonly mine: Json | undefined
  readonly theirs: Json | undefined
}

interface Cause {
  readonly reason?: string
  readonly field?: string
  readonly message?: string
}

function causesOf(error: unknown): readonly Cause[] {
  if (!(error instanceof ApiError)) return []
  const causes = (error.status.details?.causes ?? []) as readonly Cause[]
  return causes.filter(({ reason }) => reason === 'FieldManagerConflict')
}

/** Whether an apply was refused because other managers own fields that it sets. */
export const isFieldConflict = (error: unknown): boolean => causesOf(error).length > 0

/** The conflicts of a refused apply, one per field, each with the applied and the live value. */
export function fieldConflicts(error: unknown, applied: JsonObject, live: JsonObject): FieldConflict[] {
  const managers = new Map<string, string[]>()
  for (const { field = '', message = '' } of causesOf(error)) {
    const named = /^conflict with ("(?:[^"\\]|\\.)*")/.exec(message)?.[1]
    const manager = named === undefined ? message : (JSON.parse(named) as string)
    managers.set(field, [...(managers.get(field) ?? []), manager])
  }
  return [...managers].map(([field, names]) => {
    const path = fieldPath(field, applied)
    return {
      field,
      path,
      managers: [...new Set(names)],
      mine: valueAt(applied, path),
      theirs: valueAt(live, fieldPath(field, live)),
    }
  })
}
