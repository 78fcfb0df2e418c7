import type { Json, JsonObject } from '../../api/json.ts'
import { isObject } from '../../api/json.ts'
import type { ApiObject } from '../../api/object.ts'

/**
 * Dotted path → feature gate; a path goes through the items of lists: `spec.containers.resizePolicy`. A field that is
 * not dropped but set to what it was before the feature is said with that value.
 */
export type GatedFields = Readonly<Record<string, string | Gated>>

export interface Gated {
  readonly gate: string
  readonly otherwise: Json
}

/** Fields of a part that lies at `path` in a kind. */
export const gatedAt = (path: string, fields: GatedFields): GatedFields =>
  Object.fromEntries(Object.entries(fields).map(([field, gate]) => [`${path}.${field}`, gate]))

/**
 * Drops fields of features that are off, unless the stored object uses them already. Changes the object in place; what
 * it changes must be the writer's own.
 */
export function dropGated(
  fields: GatedFields,
  isOn: (gate: string) => boolean,
): (object: ApiObject, old?: ApiObject) => void {
  const off = Object.entries(fields)
    .map(([path, gated]) => ({ path: path.split('.'), ...(typeof gated === 'string' ? { gate: gated } : gated) }))
    .filter(({ gate }) => !isOn(gate))
    .map(({ path, ...gated }) => ({ path, otherwise: 'otherwise' in gated ? gated.otherwise : undefined }))
  return (object, old) => {
    for (const { path, otherwise } of off) {
      if (old === undefined || !holds(old, path, 0, otherwise)) drop(object, path, 0, otherwise)
    }
  }
}

/** Whether a value other than `otherwise` is at the path from `depth` on. */
function holds(value: Json | undefined, path: readonly string[], depth: number, otherwise: Json | undefined): boolean {
  if (Array.isArray(value)) return value.some((item) => holds(item, path, depth, otherwise))
  const step = path[depth]
  if (step === undefined) return value !== undefined && value !== otherwise
  return isObject(value) && holds(value[step], path, depth + 1, otherwise)
}

function drop(value: Json | undefined, path: readonly string[], depth: number, otherwise: Json | undefined): void {
  if (Array.isArray(value)) for (const item of value) drop(item, path, depth, otherwise)
  else if (isObject(value)) dropField(value, path, depth, otherwise)
}

function dropField(object: JsonObject, path: readonly string[], depth: number, otherwise: Json | undefined): void {
  const step = path[depth] ?? ''
  if (object[step] === undefined) return
  if (depth < path.length - 1) drop(object[step], path, depth + 1, otherwise)
  else if (otherwise === undefined) delete object[step]
  else object[step] = otherwise
}
