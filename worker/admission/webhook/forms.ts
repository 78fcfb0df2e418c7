import { isObject, setKey, type Json, type JsonObject } from '../../api/json.ts'
import type { ApiObject } from '../../api/object.ts'
import type { GroupVersionKind } from '../../api/group-version.ts'
import { formatGroupVersion } from '../../api/group-version.ts'
import { canonical } from '../../schema/canonical.ts'
import { asGiven } from '../../api/given-empty.ts'
import { keepMistyped, mistypedFields, withMistyped } from '../../schema/custom/mistyped.ts'
import { isUnpruned } from '../../api/unpruned.ts'
import type { Form, VersionConverter } from './version-converter.ts'

/** The object in a form as webhooks and policies see it. */
export const shownIn = async (object: ApiObject, from: Form, to: Form, convert: VersionConverter): Promise<ApiObject> =>
  withMistyped(await inForm(object, from, to, convert))

/** Returns the object in a form, as a client would read it. Fields of a wrong type stay beside its metadata. */
export async function inForm(object: ApiObject, from: Form, to: Form, convert: VersionConverter): Promise<ApiObject> {
  const shown = await converted(object, from, to, convert)
  const mistyped = mistypedFields(object.metadata)
  if (mistyped !== undefined && shown.metadata !== undefined) keepMistyped(shown.metadata, mistyped)
  return shown
}

async function converted(object: ApiObject, from: Form, to: Form, convert: VersionConverter): Promise<ApiObject> {
  const isPart = from.schema !== from.version.schema
  if (isPart && isUnpruned(object)) return typed(object, from.kind)
  if (from.version === to.version || isPart) {
    return withGivenEmpties(canonical(from.schema, typed(object, from.kind)), object) as ApiObject
  }
  // Without a conversion webhook the versions of a custom resource differ in their names only: no field is pruned or defaulted.
  const { custom } = from.version
  if (custom !== undefined && custom.remote === undefined) return canonical(to.schema, typed(object, to.kind))
  return convert(typed(object, from.kind), from, to)
}

/** Replaces `null` with the empty list or map that the object was given with. The object is not stored yet. */
function withGivenEmpties(shown: Json, source: Json): Json {
  if (Array.isArray(shown)) {
    return Array.isArray(source) ? shown.map((item, i) => withGivenEmpties(item, source[i] ?? null)) : shown
  }
  if (!isObject(shown) || !isObject(source)) return shown
  const copy: JsonObject = {}
  for (const [name, value = null] of Object.entries(shown)) {
    const inner = value === null ? asGiven(source, name) : withGivenEmpties(value, source[name] ?? null)
    setKey(copy, name, inner ?? null)
  }
  return copy
}

function typed(object: ApiObject, { kind, ...version }: GroupVersionKind): ApiObject {
  const apiVersion = formatGroupVersion(version)
  // The same object is returned if possible, because a copy would lose which lists were given as empty.
  return object.kind === kind && object.apiVersion === apiVersion ? object : { ...object, kind, apiVersion }
}
