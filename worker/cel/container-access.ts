import { doubleOf } from '../api/numbers.ts'
import { goFloat } from '../api/go-format.ts'
import { toText } from './conversions.ts'
import { EvaluationError, noSuchOverload } from './evaluation-error.ts'
import { isInt64 } from './literals.ts'
import type { Value } from './values.ts'
import { Dict, Double, List, Uint, equal, isInt, isNumeric, typeName } from './values.ts'

/** The value of `item in container`. */
export function contains(item: Value, container: Value): Value {
  if (container instanceof Dict) return container.find(item) !== undefined
  if (!(container instanceof List)) throw noSuchOverload()
  for (let i = 0; i < container.size; i++) if (equal(item, container.at(i))) return true
  return false
}

/** The value of `container[key]`. */
export function index(container: Value, key: Value): Value {
  if (container instanceof Dict) {
    const found = container.find(key)
    if (found === undefined) throw new EvaluationError(`no such key: ${showKey(key)}`)
    return found
  }
  if (!(container instanceof List)) throw noSuchOverload()
  const position = positionOf(key)
  if (position < 0 || position >= container.size) throw new EvaluationError(`index out of bounds: ${position}`)
  return container.at(position)
}

const showKey = (key: Value): string => (typeof key === 'object' && !isNumeric(key) ? typeName(key) : toText(key))

/** The list index that a value of any numeric type means. @throws EvaluationError for another value */
export function positionOf(key: Value): number {
  if (isInt(key)) return doubleOf(key)
  if (key instanceof Uint && isInt64(key.value)) return doubleOf(key.value)
  if (key instanceof Double && Number.isInteger(key.value) && Math.abs(key.value) < 2 ** 63) return key.value
  if (key instanceof Uint) throw new EvaluationError(`unsupported index value ${key.value} in list`)
  if (key instanceof Double) throw new EvaluationError(`unsupported index value ${goFloat(key.value)} in list`)
  throw new EvaluationError(`unsupported index type '${typeName(key)}' in list`)
}
