import type { Schema } from './schema.ts'

/**
 * Makes what is derived from a schema (a decoder, a writer) once, and keeps it as long as the schema. Types are
 * recursive: `derive` must not ask for the parts of a struct before the first value comes.
 */
export function perSchema<S extends Schema, T>(derive: (schema: S) => T): (schema: S) => T {
  const kept = new WeakMap<S, T>()
  return (schema) => {
    let derived = kept.get(schema)
    if (derived === undefined) {
      derived = derive(schema)
      kept.set(schema, derived)
    }
    return derived
  }
}
