import { isObject, setKey, type Json, type JsonObject } from '../api/json.ts'
import type { Field, Schema } from './schema.ts'
import type { RepeatedKey, Spelling } from './strictness.ts'

// How Go decodes the values of a key that an object has twice.

/** The last value of a field. A null leaves a struct, text, number or boolean as it was, except behind a pointer. */
export function lastValue(
  { schema, pointer }: Field,
  name: string,
  given: Json | undefined,
  repeated: readonly RepeatedKey[],
): Json | undefined {
  const isKept = schema.type === 'struct' || (schema.type === 'scalar' && KEPT_BY_NULL.has(schema.kind))
  if (given !== null || pointer === true || !isKept) return given
  return repeated.findLast(({ key, earlier }) => key === name && earlier !== null)?.earlier ?? null
}

const KEPT_BY_NULL: ReadonlySet<string> = new Set(['string', 'integer', 'number', 'boolean'])

/** The values that repetitions of a key replaced, each with the holder of its text in `spelling`. */
export function* earlierValues(
  repeated: readonly RepeatedKey[],
  name: string,
  spelling: Spelling = { duplicates: new Map(), numbers: new Map() },
): Iterable<{ readonly value: Json; readonly holder: JsonObject; readonly spelling: Spelling }> {
  for (const { key, earlier: value, spelled } of repeated) {
    if (key !== name || value === null) continue
    const holder: JsonObject = {}
    if (spelled === undefined) yield { value, holder, spelling }
    else
      yield {
        value,
        holder,
        spelling: { ...spelling, numbers: new Map(spelling.numbers).set(holder, new Map([[name, spelled]])) },
      }
  }
}

/** Go decodes a repeated key into the same struct or map, so members of both values remain. */
export function joined(schema: Schema, value: Json, key: string, repeated: readonly RepeatedKey[] | undefined): Json {
  if (repeated === undefined || (schema.type !== 'struct' && schema.type !== 'map')) return value
  const own = repeated.filter((each) => each.key === key)
  // A null empties a map, and leaves a struct as it is.
  const from = schema.type === 'map' ? own.findLastIndex(({ earlier }) => earlier === null) + 1 : 0
  let all = value
  for (const { earlier } of own.slice(from).reverse()) all = join(schema, earlier, all)
  return all
}

function join(schema: Schema | undefined, earlier: Json | undefined, later: Json): Json {
  if (!isObject(earlier) || !isObject(later) || (schema?.type !== 'struct' && schema?.type !== 'map')) return later
  const all: JsonObject = { ...earlier }
  for (const [name, value] of Object.entries(later)) {
    if (value === undefined) continue
    setKey(all, name, schema.type === 'struct' ? join(schema.fields.get(name)?.schema, earlier[name], value) : value)
  }
  return all
}
