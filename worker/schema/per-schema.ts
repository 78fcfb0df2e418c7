import type { Schema } from './schema.ts'

/**
 * Returns `derive` with a cache: the result, such as a decoder or a writer, is computed once for each schema. Types are
 * recursive, so `derive` must not read the fields of a struct; the derived function reads them at its first call.
 */
export function perSchema<S extends Schema, T>(derive: (schema: S) => T): (schema: S) => T {
  const cache = new WeakMap<S, T>()
  return (schema) => {
    let derived = cache.get(schema)
    if (derived === undefined) {
      derived = derive(schema)
      cache.set(schema, derived)
    }
    return derived
  }
}
