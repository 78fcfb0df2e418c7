import { boundedNumber } from '../../worker/api/numbers.ts'
import type { Quantity } from '../../worker/api/quantity.ts'
import { compareQuantities, parseQuantity, QuantityError } from '../../worker/api/quantity.ts'
import { Exit, Failure } from './failure.ts'
import { goSorted } from './go-sort.ts'
import { logLine } from './klog.ts'
import type { Session } from './session.ts'
import { compileJsonPath, relaxedPath } from '../../worker/api/jsonpath/jsonpath.ts'

/** The error is printed in the client's log. */
export class Unsortable extends Error {}

/** Ends the command with exit code 1 and a line in the log when the objects cannot be sorted. */
export function orLogged<T>({ host }: Session, sort: () => T): T {
  try {
    return sort()
  } catch (error) {
    if (!(error instanceof Unsortable)) throw error
    logLine(host, 'F', 'sorter.go:290', error.message)
    throw new Exit(1)
  }
}

export const unfound = (path: string): Failure =>
  new Failure(`couldn't find any field with path ${JSON.stringify(relaxedPath(path))} in the list of objects`)

/**
 * Sorts by the value at a path. Items without the value come first. Undefined when no item has the value or the path
 * cannot be read, which kubectl treats as an empty result. `goType` is the Go type of the items in the message about
 * values that cannot be sorted.
 * @throws Unsortable
 */
export function sortByPath<T>(
  items: readonly T[],
  path: string,
  objectOf: (item: T) => unknown,
  goType = '*unstructured.Unstructured',
): T[] | undefined {
  let read: (object: unknown) => unknown
  try {
    const compiled = compileJsonPath(pathOrTemplate(path), true)
    read = (object) => compiled.find(object)[0]?.[0]
  } catch {
    return undefined
  }
  const keyed = items.map((item) => ({ item, key: read(objectOf(item)) }))
  if (keyed.length > 0 && keyed.every(({ key }) => key === undefined)) return undefined
  // Go compares only the pairs that its algorithm needs, so a value that cannot be sorted may remain unnoticed.
  const isLess = (a: Keyed<T>, b: Keyed<T>): boolean => {
    const fault = a.key === undefined || b.key === undefined ? undefined : faultOf(a.key, b.key)
    if (fault === undefined) return isBefore(a.key, b.key)
    const isWhole = a.key === objectOf(a.item)
    throw new Unsortable(
      `Field ${pathOrTemplate(path)} in ${goType} is an unsortable type: ${isWhole ? 'map, err: unsortable type: map' : `interface, err: ${fault}`}`,
    )
  }
  return goSorted(keyed, isLess).map(({ item }) => item)
}

/** A path in braces. A template of several paths is unchanged; its first path is used. */
function pathOrTemplate(path: string): string {
  try {
    return relaxedPath(path)
  } catch {
    return path
  }
}

interface Keyed<T> {
  readonly item: T
  readonly key: unknown
}

/** The type of a value in Go, as decoded from JSON. */
function goTypeOf(value: unknown): string {
  if (Array.isArray(value)) return '[]interface {}'
  if (typeof value === 'object') return 'map[string]interface {}'
  if (typeof value === 'boolean') return 'bool'
  if (typeof value === 'string') return 'string'
  return isInteger(value) ? 'int64' : 'float64'
}

const SORTABLE: ReadonlySet<string> = new Set(['string', 'int64', 'float64'])

/** The reason why Go does not compare two values; undefined when it does. */
function faultOf(a: unknown, b: unknown): string | undefined {
  if (a === null || b === null) return undefined
  const type = goTypeOf(a)
  if (!SORTABLE.has(type)) return `unsortable type: ${type}`
  return type === goTypeOf(b) ? undefined : 'unsortable interface: interface'
}

/** An absent value sorts before every other value, including another absent one. */
function isBefore(a: unknown, b: unknown): boolean {
  if (a === undefined) return true
  if (b === undefined) return false
  if (a === null || b === null) return a === null && b !== null
  if (typeof a === 'string' && typeof b === 'string') {
    const [left, right] = [quantity(a), quantity(b)]
    return left !== undefined && right !== undefined ? compareQuantities(left, right) < 0 : isNaturallyBefore(a, b)
  }
  if (isInteger(a) && isInteger(b)) return a < b
  return boundedNumber(a) < boundedNumber(b)
}

const isInteger = (value: unknown): value is number | bigint => typeof value === 'bigint' || Number.isInteger(value)

/** The value of `500m`, `2Gi`, `1e3`; undefined for a text that is not a quantity. */
function quantity(text: string): Quantity | undefined {
  try {
    return parseQuantity(text)
  } catch (error) {
    if (error instanceof QuantityError) return undefined
    throw error
  }
}

/**
 * Compares numbers inside names by value: `pod-9` before `pod-10`. Digits sort before other letters, and of equal numbers the one
 * with fewer leading zeros is first.
 */
function isNaturallyBefore(a: string, b: string): boolean {
  const [left, right] = [a.match(/\d+|\D/gu) ?? [], b.match(/\d+|\D/gu) ?? []]
  for (const [at, l] of left.entries()) {
    const r = right[at]
    if (r === undefined) return false
    if (l === r) continue
    const [isNumber, isOtherNumber] = [/^\d/.test(l), /^\d/.test(r)]
    if (isNumber !== isOtherNumber) return isNumber
    if (!isNumber) return (l.codePointAt(0) ?? 0) < (r.codePointAt(0) ?? 0)
    const [value, other] = [BigInt(l), BigInt(r)]
    return value === other ? l.length < r.length : value < other
  }
  return left.length < right.length
}
