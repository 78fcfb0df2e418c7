import type { Json, JsonObject } from '../../api/json.ts'
import { isObject } from '../../api/json.ts'
import type { ApiObject } from '../../api/object.ts'

/** Dotted path → feature gate; a path goes through the items of lists: `spec.containers.resizePolicy`. */
export type GatedFields = Readonly<Record<string, string>>

/**
 * Drops fields of features that are off, unless the stored object uses them already. Changes the object in place; what
 * it changes must be the writer's own.
 */
export function dropGated(
  fields: GatedFields,
  isOn: (gate: string) => boolean,
): (object: ApiObject, old?: ApiObject) => void {
  const off = Object.entries(fields)
    .filter(([, gate]) => !isOn(gate))
    .map(([path]) => path.split('.'))
  return (object, old) => {
    for (const path of off) if (old === undefined || !holds(old, path)) drop(object, path)
  }
}

function holds(value: Json | undefined, [step, ...rest]: readonly string[]): boolean {
  if (Array.isArray(value)) return value.some((item) => holds(item, step === undefined ? rest : [step, ...rest]))
  if (step === undefined) return value !== undefined
  return isObject(value) && holds(value[step], rest)
}

function drop(value: Json | undefined, [step = '', ...rest]: readonly string[]): void {
  if (Array.isArray(value)) for (const item of value) drop(item, [step, ...rest])
  else if (isObject(value)) dropField(value, step, rest)
}

function dropField(object: JsonObject, step: string, rest: readonly string[]): void {
  if (!(step in object)) return
  if (rest.length === 0) delete object[step]
  else drop(object[step], rest)
}
