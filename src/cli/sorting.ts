import { boundedNumber, numberOfText } from '../../worker/api/numbers.ts'
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
  const unsortable = keyed.find(({ key }) => typeof key === 'object' && key !== null)
  // A single value is compared with no other, so it may have any type.
  if (unsortable !== undefined && keyed.length > 1)
    throw new Unsortable(
      `Field ${pathOrTemplate(path)} in ${goType} is an unsortable type: ${typesOf(unsortable.key, objectOf(unsortable.item))}`,
    )
  return sortedAsGo(keyed).map(({ item }) => item)
}

/** The two types in the message. The object itself is a Go map; its members are of type `interface {}`. */
function typesOf(key: unknown, object: unknown): string {
  if (key === object) return 'map, err: unsortable type: map'
  return `interface, err: unsortable type: ${Array.isArray(key) ? '[]interface {}' : 'map[string]interface {}'}`
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

/** An item without the value sorts before every other item, including another item without it. */
const sortedAsGo = <T>(items: readonly Keyed<T>[]): readonly Keyed<T>[] =>
  goSorted(items, (a, b) => a.key === undefined || (b.key !== undefined && compareValues(a.key, b.key) < 0))

function compareValues(a: unknown, b: unknown): number {
  if (a === null || b === null) return Number(b === null) - Number(a === null)
  if (typeof a === 'string' && typeof b === 'string') {
    const [left, right] = [quantity(a), quantity(b)]
    return left !== undefined && right !== undefined ? left - right : compareNaturally(a, b)
  }
  if (isInteger(a) && isInteger(b)) return Number(a > b) - Number(a < b)
  return boundedNumber(a) - boundedNumber(b)
}

const isInteger = (value: unknown): value is number | bigint => typeof value === 'bigint' || Number.isInteger(value)

const SUFFIXES: Readonly<Record<string, number>> = {
  '': 1,
  n: 1e-9,
  u: 1e-6,
  m: 1e-3,
  k: 1e3,
  M: 1e6,
  G: 1e9,
  T: 1e12,
  P: 1e15,
  E: 1e18,
  Ki: 2 ** 10,
  Mi: 2 ** 20,
  Gi: 2 ** 30,
  Ti: 2 ** 40,
  Pi: 2 ** 50,
  Ei: 2 ** 60,
}

/** The value of `500m`, `2Gi`, `1e3`; undefined for a text that is not a quantity. */
function quantity(text: string): number | undefined {
  const match = /^([+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?)([numkMGTPE]i?|)$/.exec(text)
  const factor = SUFFIXES[match?.[2] ?? '?']
  return match === null || factor === undefined ? undefined : numberOfText(match[1]) * factor
}

/** Compares numbers inside names by value: `pod-9` before `pod-10`. */
function compareNaturally(a: string, b: string): number {
  const [left, right] = [a.match(/\d+|\D/g) ?? [], b.match(/\d+|\D/g) ?? []]
  for (let at = 0; at < Math.min(left.length, right.length); at++) {
    const [l = '', r = ''] = [left[at], right[at]]
    if (l === r) continue
    const both = /^\d/.test(l) && /^\d/.test(r)
    if (both && numberOfText(l) !== numberOfText(r)) return numberOfText(l) - numberOfText(r)
    return l < r ? -1 : 1
  }
  return left.length - right.length
}
