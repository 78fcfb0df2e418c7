import type { JsonObject } from '../api/json.ts'
import { isObject } from '../api/json.ts'
import { zeroOf } from '../schema/zero.ts'
import type { Target } from './verbs.ts'

/** A new object of a kind, as of a bookmark before it has a version: only typed kinds have empty fields. */
export function emptyObject({ version, resource }: Target): JsonObject & { metadata?: JsonObject } {
  const empty = version.custom === undefined ? zeroOf(version.schema)() : {}
  if (!isObject(empty) || version.custom !== undefined) return {}
  const { spec, metadata } = resource.traits.zeroFields ?? {}
  return {
    ...empty,
    ...(spec && { spec: { ...spec, ...(isObject(empty['spec']) && empty['spec']) } }),
    metadata: { ...(isObject(empty['metadata']) && empty['metadata']), ...metadata },
  }
}
