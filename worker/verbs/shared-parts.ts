import { copyJson } from '../api/json.ts'
import type { ApiObject } from '../api/object.ts'
import { equalJson } from '../patch/json-values.ts'
import type { ResourceVersion } from '../resources/resource.ts'
import type { Stored } from '../store/store.ts'
import type { Change } from './write.ts'

/*
 * Most changes leave most of an object alone: a patch of a label shares the spec with the stored object. A shared part, which
 * is a top-level field other than metadata, is not decoded, defaulted, validated and ordered again.
 */

/**
 * Returns the stored object when its parts need neither decoding nor defaults: this server wrote the object, and the version of
 * the request has the stored form. Otherwise returns undefined.
 */
export const settledIn = (
  { convert, custom }: ResourceVersion,
  { isOwn }: Stored,
  live: ApiObject,
): ApiObject | undefined => (isOwn === true && convert === undefined && custom === undefined ? live : undefined)

/** The parts that the object shares with the stored one. */
export function sharedParts(object: ApiObject, live: ApiObject): readonly string[] {
  const shared: string[] = []
  for (const key in object) if (key !== 'metadata' && isPart(object[key]) && object[key] === live[key]) shared.push(key)
  return shared
}

const isPart = (value: unknown): boolean => typeof value === 'object' && value !== null

/** Copies the parts, so that later steps may change them in place. */
export function copyParts(object: ApiObject, parts: readonly string[]): void {
  for (const key of parts) object[key] = copyJson(object[key])
}

/** Puts back the parts that no step has changed since they were copied. */
export function shareAgain({ live, next }: Change, parts: readonly string[]): void {
  for (const key of parts) if (next[key] !== live[key] && equalJson(next[key], live[key])) next[key] = live[key]
}

/** Whether the write changed at most the metadata and these fields. */
export function keepsOthers({ live, next }: Change, fields: readonly string[]): boolean {
  const mayDiffer = (key: string): boolean => key === 'metadata' || fields.includes(key) || next[key] === live[key]
  return Object.keys(next).every(mayDiffer) && Object.keys(live).every(mayDiffer)
}
