import { add, compare, isOrdered } from '../arithmetic.ts'
import type { Library, Overload } from '../declarations.ts'
import { member } from '../declarations.ts'
import { EvaluationError, noSuchOverload } from '../evaluation-error.ts'
import type { List, Value } from '../values.ts'
import { Double, Duration, Uint, equal } from '../values.ts'

const COMPARABLE = ['int', 'uint', 'double', 'bool', 'duration', 'timestamp', 'string', 'bytes']
const ZEROS: readonly (readonly [type: string, zero: Value])[] = [
  ['int', 0],
  ['uint', new Uint(0n)],
  ['double', new Double(0)],
  ['duration', new Duration(0n)],
]

/**
 * The order of two values; 0 for values without an order, such as NaN. Neither of these is the smaller one, as on the real
 * server.
 * @throws EvaluationError when the type has no order
 */
function order(a: Value, b: Value): number {
  if (!isOrdered(a) || !isOrdered(b)) throw noSuchOverload()
  try {
    return compare(a, b)
  } catch (error) {
    if (error instanceof EvaluationError) return 0
    throw error
  }
}

function isSorted(list: List): Value {
  for (let i = 1; i < list.size; i++) if (order(list.at(i - 1), list.at(i)) > 0) return false
  return true
}

const extreme =
  (name: string, replaces: (difference: number) => boolean) =>
  (list: List): Value => {
    if (list.size === 0) throw new EvaluationError(`${name} called on empty list`)
    let found = list.at(0)
    for (let i = 1; i < list.size; i++) if (replaces(order(found, list.at(i)))) found = list.at(i)
    return found
  }

function indexOf(list: List, item: Value): Value {
  for (let i = 0; i < list.size; i++) if (equal(list.at(i), item)) return i
  return -1
}

function lastIndexOf(list: List, item: Value): Value {
  for (let i = list.size - 1; i >= 0; i--) if (equal(list.at(i), item)) return i
  return -1
}

const ofEach = (name: string, call: (list: List) => Value): Overload[] =>
  COMPARABLE.map((type) => member(`list_${type}_${name}_${type}`, `list(${type})`, type, call))

/** The functions `sum`, `min`, `max`, `indexOf`, `lastIndexOf` and `isSorted` of lists. */
export const lists: Library = {
  isSorted: {
    overloads: COMPARABLE.map((type) => member(`list_${type}_is_sorted_bool`, `list(${type})`, 'bool', isSorted)),
  },
  sum: {
    overloads: ZEROS.map(([type, zero]) =>
      member(`list_${type}_sum_${type}`, `list(${type})`, type, (list: List) => [...list].reduce(add, zero)),
    ),
  },
  min: {
    overloads: ofEach(
      'min',
      extreme('min', (difference) => difference > 0),
    ),
  },
  max: {
    overloads: ofEach(
      'max',
      extreme('max', (difference) => difference < 0),
    ),
  },
  indexOf: { overloads: [member('list_a_index_of_int', 'list(A), A', 'int', indexOf)] },
  lastIndexOf: { overloads: [member('list_a_last_index_of_int', 'list(A), A', 'int', lastIndexOf)] },
}
