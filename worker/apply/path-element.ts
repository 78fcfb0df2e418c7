import { boundedNumber, numberOfText } from '../api/numbers.ts'
import { goJson } from '../api/go-json.ts'
import { goFloat, goText, quote } from '../api/go-format.ts'
import type { Json, JsonObject } from '../api/json.ts'
import { isObject } from '../api/json.ts'
import { compareText, sortedKeys, sortTexts } from '../api/byte-order.ts'

/**
 * One step of a field path in the notation of managedFields. `f:name` is a field or map key, `k:{"name":"x"}` a list item by
 * its keys, `v:"x"` an item of a set, `i:0` an item by index. Each element has exactly one text, so texts can be compared.
 */
export type PathElement = string

export const fieldElement = (name: string): PathElement => `f:${name}`
/** @param names in byte order */
export function keyElement(names: readonly string[], valueOf: (name: string) => Json): PathElement {
  let keys = ''
  for (const name of names) keys += `${keys === '' ? '' : ','}${goJson(name)}:${scalarJson(valueOf(name))}`
  return `k:{${keys}}`
}
export const valueElement = (value: Json): PathElement => `v:${scalarJson(value)}`

/** JSON as in managedFields, whose writer gives the exponent of a float two digits. */
const scalarJson = (value: Json): string =>
  typeof value === 'number' ? goJson(value).replace(/e([+-])(\d)$/, 'e$10$2') : goJson(value)

/**
 * Reads an element that a client wrote, and returns its canonical form. Undefined for an unknown kind of element, which may
 * come from a newer server and is skipped.
 * @throws Error for a text that is not an element
 */
export function readElement(text: string): PathElement | undefined {
  if (text.length < 2) throw new Error('key must be 2 characters long:')
  if (text[1] !== ':') throw new Error(`missing colon: ${text}`)
  const rest = text.slice(2)
  switch (text[0]) {
    case 'f':
      return text
    case 'i':
      if (!/^[+-]?\d+$/.test(rest)) throw new Error(`strconv.Atoi: parsing ${quote(rest)}: invalid syntax`)
      return `i:${numberOfText(rest)}`
    case 'k': {
      const keys = parse(rest)
      if (!isObject(keys)) throw new Error(`expect { or n, but found ${rest.slice(0, 1)}`)
      return keyElement(sortedKeys(keys), (name) => keys[name] ?? null)
    }
    case 'v':
      return valueElement(parse(rest))
    default:
      return undefined
  }
}

/** Rounds integers that a double cannot hold, as the real server does when it reads managedFields. */
const parse = (text: string): Json => JSON.parse(text) as Json

/** Whether an element may have an integer that a double cannot hold, so that `readElement` changes it. */
export const mayRound = (element: PathElement): boolean => !isField(element) && /\d{16}/.test(element)

const kinds = 'fkvi'
const fieldCode = 'f'.charCodeAt(0)

/** The elements in the order of the real server: fields, keys, values, indices; each by content. */
export function inOrder(elements: Iterable<PathElement>): PathElement[] {
  const all = [...elements]
  if (all.every(isField)) return sortTexts(all)
  // Each content is read only once, because a sort compares elements often.
  return all
    .map(readContent)
    .sort(compareContents)
    .map(({ element }) => element)
}

const isField = (element: PathElement): boolean => element.charCodeAt(0) === fieldCode

interface Content {
  readonly element: PathElement
  readonly kind: number
  readonly value: Json
}

function readContent(element: PathElement): Content {
  const kind = kinds.indexOf(element.charAt(0))
  const rest = element.slice(2)
  if (kind === 0) return { element, kind, value: rest }
  return { element, kind, value: kind === 3 ? numberOfText(rest) : parse(rest) }
}

function compareContents(a: Content, b: Content): number {
  if (a.kind !== b.kind) return a.kind - b.kind
  return a.kind === 1 ? compareKeys(a.value, b.value) : compareValues(a.value, b.value)
}

function compareKeys(a: Json, b: Json): number {
  if (!isObject(a) || !isObject(b)) return 0
  const names = namesOf(a)
  const others = namesOf(b)
  for (const [i, name] of names.entries()) {
    const other = others[i]
    if (other === undefined) return 1
    const order = compareText(name, other) || compareValues(a[name] ?? null, b[other] ?? null)
    if (order !== 0) return order
  }
  return names.length - others.length
}

/** The keys in byte order; items of a list mostly have one or two. */
function namesOf(keys: JsonObject): readonly string[] {
  const names = Object.keys(keys)
  return names.length === 1 || (names.length === 2 && compareText(names[0] ?? '', names[1] ?? '') < 0)
    ? names
    : sortTexts(names)
}

/** Numbers, strings, booleans, lists, objects, null: in this order, each by content. */
function compareValues(a: Json, b: Json): number {
  const rank = rankOf(a)
  const other = rankOf(b)
  if (rank !== other) return rank - other
  if (typeof a === 'string' && typeof b === 'string') return compareText(a, b)
  if (Array.isArray(a) && Array.isArray(b)) {
    for (const [i, item] of a.entries()) {
      const against = b[i]
      if (against === undefined) return 1
      const order = compareValues(item, against)
      if (order !== 0) return order
    }
    return a.length - b.length
  }
  if (isObject(a) && isObject(b)) return compareKeys(a, b)
  return boundedNumber(a) - boundedNumber(b)
}

function rankOf(value: Json): number {
  if (value === null) return 5
  if (Array.isArray(value)) return 3
  const order = { number: 0, bigint: 0, string: 1, boolean: 2, object: 4 }
  return order[typeof value as keyof typeof order]
}

/** The element of a configuration in a message: `.spec`, `[name="x"]`, `[="x"]`, `[0]`. */
export const showElement = (element: PathElement): string => shown(element, parseExactly, goText)

/** An element of managedFields in a message: its numbers are floats. */
export const showOwned = (element: PathElement): string =>
  shown(element, parse, (value) => (typeof value === 'number' ? goFloat(value) : goText(value)))

const WIDE = '\0'

/** Parses JSON and keeps integers beyond doubles. The expression matches texts first, so digits inside texts stay unchanged. */
const parseExactly = (text: string): Json =>
  JSON.parse(
    text.replace(/"(?:[^"\\]|\\.)*"|-?\d{16,}(?![\d.eE])/g, (part) =>
      part.startsWith('"') ? part : `"\\u0000${part}"`,
    ),
    (_, value: Json) => (typeof value === 'string' && value.startsWith(WIDE) ? wideInteger(value.slice(1)) : value),
  ) as Json

/** An integer of 16 or more digits. Beyond 64 bits, it is a float. */
function wideInteger(digits: string): Json {
  const exact = BigInt(digits)
  return BigInt.asIntN(64, exact) === exact ? exact : numberOfText(digits)
}

type Show = (value: Json) => string

function shown(element: PathElement, read: (text: string) => Json, scalar: Show): string {
  const rest = element.slice(2)
  switch (element.charAt(0)) {
    case 'f':
      return `.${rest}`
    case 'k': {
      const keys = read(rest)
      return isObject(keys)
        ? `[${sortedKeys(keys)
            .map((name) => `${name}=${showValue(keys[name], scalar)}`)
            .join(',')}]`
        : `[${rest}]`
    }
    case 'v':
      return `[=${showValue(read(rest), scalar)}]`
    default:
      return `[${rest}]`
  }
}

function showValue(value: Json | undefined, scalar: Show): string {
  if (value === null || value === undefined) return 'null'
  if (typeof value === 'string') return quote(value)
  if (Array.isArray(value)) return `[${value.map((item) => showValue(item, scalar)).join(',')}]`
  if (isObject(value))
    return sortedKeys(value)
      .map((key) => `${key}=${showValue(value[key], scalar)}`)
      .join('')
  return scalar(value)
}
