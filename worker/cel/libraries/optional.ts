import { doubleOf } from '../../api/numbers.ts'
import type { Library } from '../declarations.ts'
import { global, member } from '../declarations.ts'
import { EvaluationError, noSuchOverload } from '../evaluation-error.ts'
import type { Value } from '../values.ts'
import { Double, Duration, NONE, Optional, Timestamp, Uint, sizeOf } from '../values.ts'

/** Go's zero time, the beginning of the year 1, in nanoseconds since 1970. */
const ZERO_TIME = -62135596800n * 1_000_000_000n

function isZero(value: Value): boolean {
  if (value === null || value === false || value === 0) return true
  if (value instanceof Uint || value instanceof Double) return doubleOf(value.value) === 0
  if (value instanceof Duration) return value.nanoseconds === 0n
  if (value instanceof Timestamp) return value.nanoseconds === ZERO_TIME
  if (value instanceof Optional) return value.value === undefined || isZero(value.value)
  return sizeOf(value) === 0
}

/** Refuses a value of another type, which the checker could not detect. */
function checked(value: Value): Optional {
  if (!(value instanceof Optional)) throw noSuchOverload()
  return value
}

function valueOf(optionalValue: Value): Value {
  const { value } = checked(optionalValue)
  if (value === undefined) throw new EvaluationError('optional.none() dereference')
  return value
}

/** The implementation of functions that the evaluator computes itself, because it skips an unneeded second argument. */
const lazy = (): Value => {
  throw noSuchOverload()
}

/** The functions of optional values. */
export const optional: Library = {
  'optional.of': { overloads: [global('optional_of', 'V', 'optional(V)', (value: Value) => new Optional(value))] },
  'optional.ofNonZeroValue': {
    overloads: [
      global('optional_ofNonZeroValue', 'V', 'optional(V)', (value: Value) =>
        isZero(value) ? NONE : new Optional(value),
      ),
    ],
  },
  'optional.none': { overloads: [global('optional_none', '', 'optional(V)', () => NONE)] },
  value: { overloads: [member('optional_value', 'optional(V)', 'V', valueOf)] },
  hasValue: {
    overloads: [
      member('optional_hasValue', 'optional(V)', 'bool', (value: Value) => checked(value).value !== undefined),
    ],
  },
  or: { overloads: [member('optional_or_optional', 'optional(V), optional(V)', 'optional(V)', lazy)] },
  orValue: { overloads: [member('optional_orValue_value', 'optional(V), V', 'V', lazy)] },
  '_?._': { overloads: [global('select_optional_field', 'dyn, string', 'optional(V)', lazy)] },
  '_[?_]': {
    overloads: [
      global('list_optindex_optional_int', 'list(V), int', 'optional(V)', lazy),
      global('optional_list_optindex_optional_int', 'optional(list(V)), int', 'optional(V)', lazy),
      global('map_optindex_optional_value', 'map(K, V), K', 'optional(V)', lazy),
      global('optional_map_optindex_optional_value', 'optional(map(K, V)), K', 'optional(V)', lazy),
    ],
  },
}
