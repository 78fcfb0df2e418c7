import { forgetEmpty } from '../../api/given-empty.ts'
import type { Json, JsonObject } from '../../api/json.ts'
import { isObject } from '../../api/json.ts'
import type { ApiObject } from '../../api/object.ts'

/**
 * Dotted path → feature gate; a path descends into the items of lists: `spec.containers.resizePolicy`. An entry with
 * `otherwise` resets the field to that value instead of dropping it.
 */
export type GatedFields = Readonly<Record<string, string | Gated>>

export interface Gated {
  readonly gate: string
  /** Default: the field is dropped. */
  readonly otherwise?: Json
  /** The dotted path that is set in the stored object when the feature is in use; default: the field itself. */
  readonly usedBy?: string
  /** Whether an update keeps the field, so that only a create drops it. */
  readonly createOnly?: true
}

/** The gated fields of a part at `path` in a kind. */
export const gatedAt = (path: string, fields: GatedFields): GatedFields =>
  Object.fromEntries(Object.entries(fields).map(([field, gate]) => [`${path}.${field}`, gate]))

/**
 * The returned function drops fields of features that are off, unless the stored object already uses them. It changes the
 * object in place, and may change each of its parts.
 */
export function dropGated(
  fields: GatedFields,
  isOn: (gate: string) => boolean,
): (object: ApiObject, old?: ApiObject) => void {
  const off = Object.entries(fields)
    .map(([path, gated]): Gated & { path: string } => ({
      path,
      ...(typeof gated === 'string' ? { gate: gated } : gated),
    }))
    .filter(({ gate }) => !isOn(gate))
    .map(({ path, usedBy = path, ...rest }) => ({ ...rest, path: path.split('.'), usedBy: usedBy.split('.') }))
  const ofUpdate = off.filter(({ createOnly }) => createOnly !== true)
  const [allOfCreate, allOfUpdate] = [branchOf(off), branchOf(ofUpdate)]
  const uses = usesOf(ofUpdate)
  return (object, old) => {
    if (old === undefined) drop(object, allOfCreate)
    // Few objects use such a feature: one pass over the stored object decides for all of them.
    else if (!isUsed(old, uses)) drop(object, allOfUpdate)
    else drop(object, branchOf(ofUpdate.filter(({ usedBy, otherwise }) => !holds(old, usedBy, 0, otherwise))))
  }
}

interface Off {
  readonly path: readonly string[]
  readonly usedBy: readonly string[]
  /** The value that replaces the field; undefined when the field is dropped. */
  readonly otherwise?: Json | undefined
  readonly createOnly?: true | undefined
}

/** A tree of the fields by which features are used. */
interface Uses {
  readonly below: Map<string, Uses>
  /** The values that do not count, when the path of a feature ends here. */
  readonly unused: (Json | undefined)[]
}

function usesOf(off: readonly Off[]): Uses {
  const root: Uses = { below: new Map(), unused: [] }
  for (const { usedBy, otherwise } of off) {
    let uses = root
    for (const step of usedBy) {
      const next = uses.below.get(step) ?? { below: new Map(), unused: [] }
      uses.below.set(step, next)
      uses = next
    }
    uses.unused.push(otherwise)
  }
  return root
}

/** Whether any of the features is used. */
function isUsed(value: Json | undefined, uses: Uses): boolean {
  if (value === undefined) return false
  if (Array.isArray(value)) return value.some((item) => isUsed(item, uses))
  if (uses.unused.some((other) => value !== other)) return true
  if (!isObject(value)) return false
  for (const [step, next] of uses.below) if (isUsed(value[step], next)) return true
  return false
}

/** A tree of the paths' steps, so that each part of an object is read once. Its leaves are fields. */
interface Branch {
  readonly step: string
  readonly branches: Branch[]
  readonly otherwise: Json | undefined
}

function branchOf(off: readonly Off[]): Branch {
  const root: Branch = { step: '', branches: [], otherwise: undefined }
  for (const { path, otherwise } of off) {
    let branch = root
    for (const step of path) {
      let next = branch.branches.find((each) => each.step === step)
      if (next === undefined) branch.branches.push((next = { step, branches: [], otherwise }))
      branch = next
    }
  }
  return root
}

/** Whether a value other than `otherwise` is at the path from `depth` on. */
function holds(value: Json | undefined, path: readonly string[], depth: number, otherwise: Json | undefined): boolean {
  if (Array.isArray(value)) return value.some((item) => holds(item, path, depth, otherwise))
  const step = path[depth]
  if (step === undefined) return value !== undefined && value !== otherwise
  return isObject(value) && holds(value[step], path, depth + 1, otherwise)
}

function drop(value: Json, branch: Branch): void {
  if (Array.isArray(value)) for (const item of value) drop(item, branch)
  else if (isObject(value)) for (const below of branch.branches) dropField(value, below)
}

function dropField(object: JsonObject, below: Branch): void {
  const { step, branches, otherwise } = below
  const value = object[step]
  if (value === undefined) {
    if (branches.length === 0) forgetEmpty(object, step)
    return
  }
  if (branches.length > 0) drop(value, below)
  else if (otherwise === undefined) delete object[step]
  else object[step] = otherwise
}
