import { isObject, type Json, type JsonObject } from '../api/json.ts'
import type { ApiObject } from '../api/object.ts'
import { badRequest, StatusError } from '../api/status.ts'
import { applyTrackedJsonPatch, readJsonPatch } from '../patch/json-patch.ts'
import { applyMergePatch, readMergePatch } from '../patch/merge-patch.ts'
import { PatchError, patchStatus } from '../patch/patch-error.ts'
import { applyStrategicMergePatch, applyWithCopies, readStrategicMergePatch } from '../patch/strategic-merge-patch.ts'
import { overflowFault } from '../schema/decode-error.ts'
import type { StructSchema } from '../schema/schema.ts'
import { hasInfinity } from '../schema/strictness.ts'
import { isUnownedScale, schemaOf } from './body-kind.ts'
import { trackOwnership } from './field-ownership.ts'
import { guaranteedUpdate } from './guaranteed-update.ts'
import { setDefaults } from './object-defaults.ts'
import { checkPlace } from './object-place.ts'
import { followFloats, type Floats } from './patch-spelling.ts'
import { decodePatched, type ParsedPatch } from './patched-object.ts'
import { scaleVerbs } from './scale-verbs.ts'
import { withoutOwners } from './stored-times.ts'
import type { PatchRequest, PatchType, Written } from './verbs.ts'
import { editable } from './version-conversion.ts'
import type { Write } from './write.ts'

/** A JSON, merge or strategic merge patch. It is compiled once and applied on every attempt. */
export async function patch(write: Write, request: PatchRequest): Promise<Written> {
  const { target } = write
  let change: Patch | undefined
  const patched: Patch = (object, settled) => {
    change ??= compile(write, request)
    return change(object, settled)
  }
  if (target.subresource?.name === 'scale') {
    const { updateScale } = await scaleVerbs()
    return updateScale(write, async (live) => {
      const next = patched(live)
      if (isUnownedScale(target, next)) return withoutOwners({ ...next, apiVersion: live.apiVersion })
      return trackOwnership(write, { live, next })
    })
  }
  const next = async (live: ApiObject | undefined, settled?: ApiObject): Promise<ApiObject> => {
    await write.caller.pause?.()
    const object = editable(patched(live ?? {}, settled))
    checkPlace(target, object)
    await write.caller.pause?.()
    setDefaults(write, object, settled)
    await write.caller.pause?.()
    return trackOwnership(write, { live, next: object })
  }
  return guaranteedUpdate(write, { next, creates: false, uid: '' })
}

/** A function that returns the patched object. `settled` has the meaning that it has in `Edit.next`. */
type Patch = (object: ApiObject, settled?: ApiObject) => ApiObject

/** Compiles a patch. @throws the refusal of a body that could not be parsed */
function compile(write: Write, { type, document, fieldValidation }: PatchRequest): Patch {
  if (document instanceof StatusError) throw document
  const parsed = { type, document, fieldValidation }
  const change = compileChange(parsed, schemaOf(write.target))
  return (object, settled) => {
    const opened = new WeakSet<object>()
    const floats: Floats = new Map(document.spelling?.numbers)
    const patched = change(object, { opened, floats })
    return decodePatched(write, { type, document, fieldValidation, opened, floats, settled }, patched, object)
  }
}

/** Facts about the result of a change. */
interface Report {
  readonly opened: WeakSet<object>
  readonly floats: Floats
}

function compileChange(
  { type, document: { value, spelling }, fieldValidation }: ParsedPatch,
  schema: StructSchema,
): (object: ApiObject, report: Report) => JsonObject {
  // Without field validation, a patch of the wrong form fails when it is applied.
  const isChecked = fieldValidation !== 'Ignore'
  const refuseOverflow = (): void => {
    if (spelling?.overflow === undefined || (type !== 'strategic' && !isChecked)) return
    const fault = overflowRefusal(type, value, spelling.overflow)
    if (fault !== undefined) throw badRequest(fault)
  }
  if (type === 'json') {
    const operations = refusing(() => readJsonPatch(value, isChecked, spelling?.numbers))
    refuseOverflow()
    return (object, { opened }) => refusing(() => applyTrackedJsonPatch(object, operations, opened) as JsonObject)
  }
  if (type === 'strategic') {
    const changes = refusing(() => readStrategicMergePatch(value))
    refuseOverflow()
    return (object, { floats }) =>
      refusing(() => {
        // Few patches write a number as a float.
        if (floats.size === 0) return applyStrategicMergePatch(object, changes, schema)
        return applyWithCopies(object, changes, schema, followFloats(floats))
      })
  }
  const merge = refusing(() => readMergePatch(value, isChecked))
  refuseOverflow()
  return (object) => refusing(() => applyMergePatch(object, merge) as JsonObject)
}

/**
 * The refusal of a number beyond the range of a double in a patch of the right form. Go reads only the
 * values of the operations of a JSON patch; a number in an unknown member has no effect.
 */
function overflowRefusal(type: PatchType, value: Json, text: string): string | undefined {
  if (type !== 'json') return `${type === 'merge' ? 'error decoding patch: ' : ''}${overflowFault(text)}`
  const operations = Array.isArray(value) ? value.filter(isObject) : []
  return operations.some((operation) => hasInfinity(operation['value'] ?? null))
    ? `error decoding patch: ${overflowFault(text, 'jsonPatchOp.value')}`
    : undefined
}

/** Runs `work`. @throws the StatusError of a PatchError */
function refusing<T>(work: () => T): T {
  try {
    return work()
  } catch (error) {
    throw error instanceof PatchError ? patchStatus(error) : error
  }
}
