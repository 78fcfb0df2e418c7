import { writtenExactly } from '../api/exact-json.ts'
import { isObject, type Json, type JsonObject } from '../api/json.ts'
import type { ApiObject } from '../api/object.ts'
import { knownPart, type KnownPart } from '../api/known-part.ts'
import { BoundedCache } from '../runtime/bounded-cache.ts'
import { ByteOrderedMap } from '../schema/byte-ordered-map.ts'
import { readJson } from './json-reader.ts'

/** Writes JSON as Go does: 64-bit integers are exact, and characters that are special in HTML or JavaScript are escaped. */
export function stringifyJson(value: Json | JsonObject): string {
  const text = stringify(value)
  return needsEscape(text) ? text.replace(/[<>&\u2028\u2029]/g, escape) : text
}

// Five searches for a character are faster than one for a class of characters.
const needsEscape = (text: string): boolean =>
  text.includes('<') || text.includes('>') || text.includes('&') || text.includes('\u2028') || text.includes('\u2029')

const escape = (character: string): string => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`

function stringify(value: Json | JsonObject): string {
  try {
    const { stringified } = ByteOrderedMap
    const text = JSON.stringify(value)
    return ByteOrderedMap.stringified === stringified ? text : stringifyExactly(value)
  } catch (error) {
    // JSON.stringify throws TypeError for a bigint; values that hold one are rare.
    if (error instanceof TypeError) return stringifyExactly(value)
    throw error
  }
}

const stringifyExactly = (value: Json | JsonObject): string =>
  writtenExactly(value, (object) => {
    const keys = Object.keys(object)
    return object instanceof ByteOrderedMap ? keys.sort() : keys
  })

// Go's struct order puts these before resourceVersion. Keys of custom resources are sorted instead.
const BEFORE_VERSION = new Set(['name', 'generateName', 'namespace', 'selfLink', 'uid'])

/**
 * The text of an object in canonical form without `metadata.resourceVersion`, split at the place of that member. Another
 * member of the metadata follows the split.
 */
function encodeStored(object: ApiObject): { before: string; after: string } {
  for (const first in object) {
    // Only objects of built-in kinds begin with `kind`. The first member named "uid" in their text is metadata.uid.
    if (first === 'kind' && hasUid(object)) return encodeBuiltin(object)
    break
  }
  return encodeSplit(object)
}

function encodeBuiltin(object: ApiObject): { before: string; after: string } {
  const spec = object['spec']
  const known = isObject(spec) ? knownPart(spec) : undefined
  return known === undefined ? splitAfterUid(stringifyJson(object)) : encodeAround(object, known)
}

/** Reuses the texts of specs and field sets of earlier objects: half of a pod's text occurs in other pods too. */
function encodeAround(object: ApiObject, known: KnownPart): { before: string; after: string } {
  let [before, after] = ['', '']
  for (const key in object) {
    const value = object[key]
    if (value === undefined) continue
    const start = `${before === '' ? '{' : ','}${JSON.stringify(key)}:`
    if (key === 'metadata' && isObject(value)) {
      const metadata = splitAfterUid(metadataText(value))
      before += start + metadata.before
      after = metadata.after
    } else {
      const text = start + (key === 'spec' ? known.text() : stringifyJson(value))
      if (after === '') before += text
      else after += text
    }
  }
  return { before, after: `${after}}` }
}

function metadataText(metadata: JsonObject): string {
  const { managedFields } = metadata
  if (!Array.isArray(managedFields) || !managedFields.every(isObject)) return stringifyJson(metadata)
  const rest = stringifyJson({ ...metadata, managedFields: undefined })
  return `${rest.slice(0, -1)},"managedFields":[${managedFields.map(managerText).join(',')}]}`
}

/** The texts of the latest field sets: writers that set the same fields share one object (`printFields`). */
const fieldsTexts = new BoundedCache<JsonObject, string>(64, stringifyJson)

function managerText(entry: JsonObject): string {
  const { manager, operation, apiVersion, time, fieldsType, fieldsV1, subresource } = entry
  if (!isObject(fieldsV1)) return stringifyJson(entry)
  // The canonical order of these fields. A literal, because a rest of the entry costs a microsecond.
  const start = stringifyJson({ manager, operation, apiVersion, time, fieldsType }).slice(0, -1)
  const end = subresource === undefined ? '}' : `,"subresource":${stringifyJson(subresource)}}`
  return `${start},"fieldsV1":${fieldsTexts.get(fieldsV1)}${end}`
}

const hasUid = ({ metadata }: ApiObject): boolean =>
  metadata?.uid !== undefined && metadata.creationTimestamp !== undefined

function splitAfterUid(text: string): { before: string; after: string } {
  const place = text.indexOf('",', text.indexOf('"uid":"') + UID_LENGTH) + 2
  const before = text.slice(0, place)
  if (!text.startsWith(VERSION, place)) return { before, after: text.slice(place) }
  return { before, after: text.slice(text.indexOf('",', place + VERSION.length) + 2) }
}

const VERSION = '"resourceVersion":"'
const UID_LENGTH = '"uid":"'.length

function encodeSplit(object: ApiObject): { before: string; after: string } {
  let before = ''
  let after = ''
  for (const key in object) {
    const value = object[key]
    if (value === undefined) continue
    const start = `${before === '' ? '{' : ','}${JSON.stringify(key)}:`
    if (key !== 'metadata' || !isObject(value)) {
      if (after === '') before += start + stringifyJson(value)
      else after += start + stringifyJson(value)
      continue
    }
    const metadata = splitMetadata(value)
    before += `${start}{${metadata.before}`
    after = `${metadata.after}}`
  }
  if (after === '' || after === '}') throw new Error('Give a stored object metadata with a creationTimestamp or uid')
  return { before, after: `${after}}` }
}

function splitMetadata(metadata: JsonObject): { before: string; after: string } {
  const keys = Object.keys(metadata).filter((key) => key !== 'resourceVersion' && metadata[key] !== undefined)
  const sorted = keys.indexOf('creationTimestamp') < keys.indexOf('name')
  const members = keys.map((key) => `${JSON.stringify(key)}:${stringifyJson(metadata[key] ?? null)}`)
  const found = keys.findIndex((key) => (sorted ? key > 'resourceVersion' : !BEFORE_VERSION.has(key)))
  // A member must follow resourceVersion, so resourceVersion goes before the last member when no member belongs after it.
  const at = found < 0 ? keys.length - 1 : found
  return {
    before: members
      .slice(0, at)
      .map((member) => `${member},`)
      .join(''),
    after: members.slice(at).join(','),
  }
}

function decodeStored(bytes: Uint8Array): ApiObject {
  const { value } = readJson(bytes)
  if (!isObject(value)) throw new Error('Restore the data: a stored value is not an object')
  return value
}

/** The store's encoding of objects. A decoded object has a resourceVersion only if the bytes have one. */
export const storedEncoding = { encode: encodeStored, decode: decodeStored } as const
