import { assignMembers, copyJson, type JsonObject } from '../api/json.ts'
import type { ApiObject } from '../api/object.ts'
import { equalJson } from '../patch/json-values.ts'
import type { ResourceVersion } from '../resources/resource.ts'

/** The storage form of an object, for which the rules of the kind are written. */
export const hubForm = ({ convert }: ResourceVersion, object: ApiObject): ApiObject =>
  convert === undefined ? object : convert.toStorage(object)

/**
 * The storage form that an object in another version was made from, with the content of the object at that time. Spreading copies
 * the symbol member; enumeration by key does not see it.
 */
const HUB = Symbol('storage form')

interface Remembering {
  [HUB]?: { readonly hub: ApiObject; readonly shown: ApiObject }
}

/** Notes the storage form of an object whose version loses or adds something in a conversion. */
export function noteHub(object: ApiObject, { convert }: ResourceVersion, hub: ApiObject): void {
  const noting: ApiObject & Remembering = object
  if (convert?.isLossy === true) noting[HUB] = { hub, shown: copyJson(contentOf(object)) }
}

/** The noted storage form with the metadata of the object; undefined when the object has changed since. */
function knownHub(object: ApiObject): ApiObject | undefined {
  const noting: ApiObject & Remembering = object
  const noted = noting[HUB]
  if (noted === undefined || !equalJson(contentOf(object), noted.shown)) return undefined
  const { annotations } = noted.hub.metadata ?? {}
  const { kind, apiVersion, metadata } = object
  return { ...noted.hub, kind, apiVersion, metadata: { ...metadata, annotations } }
}

/** The parts of an object that a conversion changes. */
const contentOf = ({ metadata, ...parts }: ApiObject): JsonObject => ({
  ...parts,
  annotations: metadata?.annotations ?? null,
})

/**
 * Runs rules that change an object in its storage form, then converts the result back in place: the object and its
 * metadata keep their identity. Returns the changed storage form. In a version without a separate form the rules change the
 * object directly.
 */
export function inHubForm<T extends ApiObject>(version: ResourceVersion, object: T, change: (hub: T) => void): T {
  const { convert } = version
  if (convert === undefined) {
    change(object)
    return object
  }
  const hub = knownHub(object) ?? convert.toStorage(object)
  // Both forms share their metadata, so the rules must change a copy.
  const copy = { ...hub, metadata: { ...hub.metadata } } as T
  change(copy)
  const changed = convert.fromStorage(copy)
  if (object.metadata && changed.metadata) changed.metadata = refilled(object.metadata, changed.metadata)
  refilled(object, changed)
  return copy
}

/** Replaces the contents of the target with the contents of the source. */
function refilled<T extends object>(target: T, source: object): T {
  for (const key of Object.keys(target)) Reflect.deleteProperty(target, key)
  return assignMembers(target, source)
}
