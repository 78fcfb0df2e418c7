import type { ApiObject } from '../api/object.ts'
import { isObject } from '../api/json.ts'
import type { Json, JsonObject } from '../api/json.ts'
import { utf8Length } from '../runtime/utf8.ts'
import { goJson } from '../api/go-json.ts'
import type { FieldSet } from './field-set.ts'
import { difference, noFields } from './field-set.ts'
import { TypedError } from './item-element.ts'
import { setFromObject } from './set-from-object.ts'
import { compareTyped } from './typed-compare.ts'
import { validateTyped } from './typed-validate.ts'
import type { Versioned } from './ownership.ts'

/**
 * Client-side apply stores its last configuration in an annotation. When the manager of client-side apply begins to use
 * server-side apply, it owns the fields that still have the values of that configuration, and the annotation is updated
 * (reference/apply.md 23).
 */
export interface LastApplied {
  /** The manager of client-side apply. */
  readonly manager: string
  readonly annotation: string
}

const sizeLimit = 256 * 1024

/**
 * The fields of the live object that have the value in the annotation. None when the annotation is absent, malformed or of
 * another apiVersion.
 */
export function fieldsOfLastApplied(live: Versioned, object: ApiObject, { annotation }: LastApplied): FieldSet {
  const text = object.metadata?.annotations?.[annotation]
  if (text === undefined || text === '') return noFields
  try {
    const config = JSON.parse(text) as Json
    if (!isObject(config) || config['apiVersion'] !== live.apiVersion) return noFields
    validateTyped(live.type, live.value)
    validateTyped(live.type, config)
    const { added, modified, removed } = compareTyped(live.type, config, live.value)
    return [modified, added, removed].reduce(difference, setFromObject(live.type, config))
  } catch (error) {
    // The annotation may contain any text, even text that is not JSON.
    if (error instanceof SyntaxError || error instanceof TypedError) return noFields
    throw error
  }
}

/**
 * Writes the applied configuration to the annotation of an object that has this annotation. When all annotations together would
 * then be larger than 256 KiB, the annotation is removed instead.
 */
export function refreshLastApplied(object: ApiObject, config: ApiObject, { annotation }: LastApplied): ApiObject {
  const annotations: unknown = object.metadata?.annotations
  if (!isObject(annotations) || !annotations[annotation]) return object
  const text = `${goJson(withoutAnnotation(config, annotation))}\n`
  const next: JsonObject = { ...annotations, [annotation]: text }
  // The configuration may set an annotation to null, which becomes an empty text.
  const size = Object.entries(next)
    .flat()
    .reduce((sum: number, part) => sum + (typeof part === 'string' ? utf8Length(part) : 0), 0)
  if (size > sizeLimit) delete next[annotation]
  return { ...object, metadata: { ...object.metadata, annotations: next } as ApiObject['metadata'] }
}

function withoutAnnotation(config: ApiObject, annotation: string): ApiObject {
  const { metadata } = config
  if (metadata?.annotations === undefined) return config
  const { annotations: given, ...others } = metadata
  const { [annotation]: _, ...annotations } = given ?? {}
  // The real server reads the annotations as texts. It omits annotations of which one is something else.
  const isReadable = given !== null && Object.values(given).every((each: unknown) => typeof each === 'string')
  return { ...config, metadata: isReadable ? { ...others, annotations } : others }
}
