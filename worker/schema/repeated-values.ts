import { isObject, setKey, type Json, type JsonObject } from '../api/json.ts'
import type { Field, Schema } from './schema.ts'
import type { RepeatedKey, Spelling } from './strictness.ts'

// How Go decodes the values of a key that an object has twice.

/** The second or a later occurrence of a key. */
interface Repetition {
  readonly key: string
  /** The repetition that replaced the value of this one; undefined when its value remained. */
  readonly next: RepeatedKey | undefined
}

/** Decodes the values of the repeated keys of an object. */
export interface RepeatedDecoder {
  report(key: string): void
  /** Decodes a value that a repetition replaced. */
  decodeEarlier(replaced: RepeatedKey): void
  /** Decodes the value that remained, after those that the repetitions `own` replaced. */
  decodeLast(key: string, own: readonly RepeatedKey[]): void
}

/** The repeated keys of an object, by key and by place: the faults of their values come in document order. */
export class Repetitions {
  readonly #byKey = new Map<string, RepeatedKey[]>()
  readonly #byPlace = new Map<number, Repetition[]>()

  constructor(repeated: readonly RepeatedKey[]) {
    const nexts = new Map<string, RepeatedKey>()
    for (const each of repeated.toReversed()) {
      const { key, after } = each
      append(this.#byPlace, after, { key, next: nexts.get(key) })
      append(this.#byKey, key, each)
      nexts.set(key, each)
    }
    for (const list of [...this.#byPlace.values(), ...this.#byKey.values()]) list.reverse()
  }

  /**
   * Decodes the repetitions before a key that occurs for the first time, and its first value when it is repeated.
   * @param place the number of distinct keys before the key
   * @returns whether the key is repeated
   */
  decodeFirst(key: string, place: number, decoder: RepeatedDecoder): boolean {
    this.decodeAt(place, decoder)
    const first = this.#byKey.get(key)?.[0]
    if (first === undefined) return false
    decoder.decodeEarlier(first)
    return true
  }

  /** Reports and decodes the repetitions after so many distinct keys. */
  decodeAt(place: number, decoder: RepeatedDecoder): void {
    for (const { key, next } of this.#byPlace.get(place) ?? []) {
      decoder.report(key)
      if (next === undefined) decoder.decodeLast(key, this.#byKey.get(key) ?? [])
      else decoder.decodeEarlier(next)
    }
  }
}

function append<Key, Value>(lists: Map<Key, Value[]>, key: Key, value: Value): void {
  const list = lists.get(key)
  if (list === undefined) lists.set(key, [value])
  else list.push(value)
}

/** The last value of a field. A null leaves a struct, text, number or boolean as it was, except behind a pointer. */
export function lastValue(
  { schema, pointer }: Field,
  given: Json | undefined,
  own: readonly RepeatedKey[],
): Json | undefined {
  const isKept = schema.type === 'struct' || (schema.type === 'scalar' && KEPT_BY_NULL.has(schema.kind))
  if (given !== null || pointer === true || !isKept) return given
  return own.findLast(({ earlier }) => earlier !== null)?.earlier ?? null
}

const KEPT_BY_NULL: ReadonlySet<string> = new Set(['string', 'integer', 'number', 'boolean'])

/** A value that a repetition replaced, with the holder of its text in `spelling`; undefined for null. */
export function earlierValue(
  { key, earlier: value, spelled }: RepeatedKey,
  spelling: Spelling = { duplicates: new Map(), numbers: new Map() },
): { readonly value: Json; readonly holder: JsonObject; readonly spelling: Spelling } | undefined {
  if (value === null) return undefined
  const holder: JsonObject = {}
  if (spelled === undefined) return { value, holder, spelling }
  const numbers = new Map(spelling.numbers).set(holder, new Map([[key, spelled]]))
  return { value, holder, spelling: { ...spelling, numbers } }
}

/** Go decodes a repeated key into the same struct, map or items of a list, so members of both values remain. */
export function joined(schema: Schema, value: Json, own: readonly RepeatedKey[]): Json {
  if (!JOINED.has(schema.type)) return value
  // A null empties a map or a list, and leaves a struct as it is.
  const from = schema.type === 'struct' ? 0 : own.findLastIndex(({ earlier }) => earlier === null) + 1
  let all = value
  for (const { earlier } of own.slice(from).reverse()) all = join(schema, earlier, all)
  return all
}

const JOINED: ReadonlySet<string> = new Set(['struct', 'map', 'list'])

function join(schema: Schema | undefined, earlier: Json | undefined, later: Json): Json {
  if (schema?.type === 'list') {
    if (!Array.isArray(earlier) || !Array.isArray(later)) return later
    return later.map((item, i) => join(schema.items, earlier[i], item))
  }
  if (!isObject(earlier) || !isObject(later) || (schema?.type !== 'struct' && schema?.type !== 'map')) return later
  const all: JsonObject = { ...earlier }
  for (const [name, value] of Object.entries(later)) {
    if (value === undefined) continue
    setKey(all, name, schema.type === 'struct' ? join(schema.fields.get(name)?.schema, earlier[name], value) : value)
  }
  return all
}
