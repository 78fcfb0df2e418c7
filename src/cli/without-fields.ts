import type { JsonObject } from '../../worker/api/json.ts'

/** An object without some of its fields. */
export const withoutFields = (object: JsonObject, fields: readonly string[]): JsonObject =>
  Object.fromEntries(Object.entries(object).filter(([field]) => !fields.includes(field)))
