import type { JsonObject } from '../api/json.ts'
import { isObject } from '../api/json.ts'
import { zeroOf } from '../schema/zero.ts'
import type { Target } from './verbs.ts'

/** An object of a kind with the zero value of each field, as bookmarks have it. For a custom kind, an object without fields. */
export function emptyObject({ version, resource }: Target): JsonObject & { metadata?: JsonObject } {
  const empty = version.custom === undefined ? zeroOf(version.schema)() : undefined
  if (!isObject(empty)) return {}
  const { spec, metadata } = resource.traits.zeroFields ?? {}
  return {
    ...empty,
    ...(spec && { spec: { ...spec, ...(isObject(empty['spec']) && empty['spec']) } }),
    metadata: { ...(isObject(empty['metadata']) && empty['metadata']), ...metadata },
  }
}
