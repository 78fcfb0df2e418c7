import {
  add,
  compare,
  divide,
  isAddable,
  isDivisible,
  isNegatable,
  isOrdered,
  isSubtractable,
  modulo,
  multiply,
  negate,
  subtract,
} from '../arithmetic.ts'
import { toBool, toBytes, toDouble, toDuration, toInt, toText, toTimestamp, toUint } from '../conversions.ts'
import { contains, index } from '../container-access.ts'
import type { Library, Overload } from '../declarations.ts'
import { global, member } from '../declarations.ts'
import { noSuchOverload } from '../evaluation-error.ts'
import type { Value } from '../values.ts'
import { Dict, List, TypeValue, equal, equality, isNumeric, sizeOf, typeName } from '../values.ts'

/**
 * Each line is one overload, `name(parameters) result`, with a dot before the name of a member function. All overloads share one
 * implementation.
 */
function overloads(call: (...args: never[]) => Value, lines: string): Overload[] {
  return lines
    .trim()
    .split('\n')
    .map((line) => {
      const [, dot, id = '', parameters = '', result = ''] = /^\s*(\.?)(\w+)\((.*)\) (.+)$/.exec(line) ?? []
      return (dot === '.' ? member : global)(id, parameters, result, call)
    })
}

/** The implementation of the operators that the evaluator computes itself. It is never called. */
const operator = (): Value => {
  throw noSuchOverload()
}

const ORDERED = (
  'bool int64:int int64_double:int,double int64_uint64:int,uint uint64:uint uint64_double:uint,double uint64_int64:uint,int double ' +
  'double_int64:double,int double_uint64:double,uint string bytes timestamp duration'
).split(' ')

function comparison(name: string, holds: (order: number) => boolean): Overload[] {
  const call = (a: Value, b: Value): boolean => holds(compare(a, b))
  return ORDERED.map((text) => {
    const [id = '', types = id] = text.split(':')
    return global(`${name}_${id}`, types.includes(',') ? types : `${types}, ${types}`, 'bool', call)
  })
}

const size = (value: Value): Value => {
  const found = sizeOf(value)
  if (found === undefined) throw noSuchOverload('size')
  return found
}

const not = (value: Value): Value => {
  if (typeof value !== 'boolean') throw noSuchOverload()
  return !value
}

const text =
  (test: (text: string, part: string) => boolean) =>
  (value: Value, part: Value): Value => {
    if (typeof value !== 'string' || typeof part !== 'string') throw noSuchOverload()
    return test(value, part)
  }

const hasSize = (value: Value): boolean =>
  typeof value === 'string' || value instanceof List || value instanceof Dict || value instanceof Uint8Array
const isNumberLike = (value: Value): boolean => isNumeric(value)
const isContainer = (value: Value): boolean => value instanceof List || value instanceof Dict
const any = (): boolean => true

function equals(a: Value, b: Value): Value {
  const isEqual = equality(a, b)
  if (isEqual === undefined) throw noSuchOverload()
  return isEqual
}

/** Operators, conversions, and the functions of strings, lists and maps. */
export const standard: Library = {
  '_?_:_': { overloads: overloads(operator, 'conditional(bool, A, A) A') },
  '_&&_': { overloads: overloads(operator, 'logical_and(bool, bool) bool') },
  '_||_': { overloads: overloads(operator, 'logical_or(bool, bool) bool') },
  '!_': { overloads: overloads(not, 'logical_not(bool) bool'), accepts: any },
  '@not_strictly_false': { overloads: overloads(operator, 'not_strictly_false(bool) bool') },
  '_==_': { overloads: overloads(equals, 'equals(A, A) bool'), accepts: any },
  '_!=_': { overloads: overloads((a: Value, b: Value) => !equal(a, b), 'not_equals(A, A) bool'), accepts: any },
  '_<_': { overloads: comparison('less', (order) => order < 0), accepts: isOrdered },
  '_<=_': { overloads: comparison('less_equals', (order) => order <= 0), accepts: isOrdered },
  '_>_': { overloads: comparison('greater', (order) => order > 0), accepts: isOrdered },
  '_>=_': { overloads: comparison('greater_equals', (order) => order >= 0), accepts: isOrdered },
  '_+_': {
    accepts: isAddable,
    overloads: overloads(
      add,
      `add_bytes(bytes, bytes) bytes
       add_double(double, double) double
       add_duration_duration(duration, duration) duration
       add_duration_timestamp(duration, timestamp) timestamp
       add_timestamp_duration(timestamp, duration) timestamp
       add_int64(int, int) int
       add_list(list(A), list(A)) list(A)
       add_string(string, string) string
       add_uint64(uint, uint) uint`,
    ),
  },
  '_-_': {
    accepts: isSubtractable,
    overloads: overloads(
      subtract,
      `subtract_double(double, double) double
       subtract_duration_duration(duration, duration) duration
       subtract_int64(int, int) int
       subtract_timestamp_duration(timestamp, duration) timestamp
       subtract_timestamp_timestamp(timestamp, timestamp) duration
       subtract_uint64(uint, uint) uint`,
    ),
  },
  '_*_': {
    accepts: isNumberLike,
    overloads: overloads(
      multiply,
      `multiply_double(double, double) double
       multiply_int64(int, int) int
       multiply_uint64(uint, uint) uint`,
    ),
  },
  '_/_': {
    accepts: isNumberLike,
    overloads: overloads(
      divide,
      `divide_double(double, double) double
       divide_int64(int, int) int
       divide_uint64(uint, uint) uint`,
    ),
  },
  '_%_': {
    accepts: isDivisible,
    overloads: overloads(
      modulo,
      `modulo_int64(int, int) int
       modulo_uint64(uint, uint) uint`,
    ),
  },
  '-_': {
    accepts: isNegatable,
    overloads: overloads(
      negate,
      `negate_double(double) double
       negate_int64(int) int`,
    ),
  },
  '_[_]': {
    accepts: isContainer,
    overloads: overloads(
      index,
      `index_list(list(A), int) A
       index_map(map(A, B), A) B
       optional_list_index_int(optional(list(V)), int) optional(V)
       optional_map_index_value(optional(map(K, V)), K) optional(V)`,
    ),
  },
  '@in': {
    accepts: any,
    overloads: overloads(
      contains,
      `in_list(A, list(A)) bool
       in_map(A, map(A, B)) bool`,
    ),
  },
  size: {
    accepts: hasSize,
    overloads: overloads(
      size,
      `size_bytes(bytes) int
       .bytes_size(bytes) int
       size_list(list(A)) int
       .list_size(list(A)) int
       size_map(map(A, B)) int
       .map_size(map(A, B)) int
       size_string(string) int
       .string_size(string) int`,
    ),
  },
  type: {
    accepts: any,
    overloads: overloads((value: Value) => new TypeValue(typeName(value)), 'type(A) type(A)'),
  },
  dyn: { accepts: any, overloads: overloads((value: Value) => value, 'to_dyn(A) dyn') },
  bool: {
    overloads: overloads(
      toBool,
      `bool_to_bool(bool) bool
       string_to_bool(string) bool`,
    ),
  },
  bytes: {
    overloads: overloads(
      toBytes,
      `bytes_to_bytes(bytes) bytes
       string_to_bytes(string) bytes`,
    ),
  },
  double: {
    overloads: overloads(
      toDouble,
      `double_to_double(double) double
       int64_to_double(int) double
       string_to_double(string) double
       uint64_to_double(uint) double`,
    ),
  },
  duration: {
    overloads: overloads(
      toDuration,
      `duration_to_duration(duration) duration
       int64_to_duration(int) duration
       string_to_duration(string) duration`,
    ),
  },
  int: {
    overloads: overloads(
      toInt,
      `int64_to_int64(int) int
       double_to_int64(double) int
       duration_to_int64(duration) int
       string_to_int64(string) int
       timestamp_to_int64(timestamp) int
       uint64_to_int64(uint) int`,
    ),
  },
  string: {
    overloads: overloads(
      toText,
      `string_to_string(string) string
       bool_to_string(bool) string
       bytes_to_string(bytes) string
       double_to_string(double) string
       duration_to_string(duration) string
       int64_to_string(int) string
       timestamp_to_string(timestamp) string
       uint64_to_string(uint) string`,
    ),
  },
  timestamp: {
    overloads: overloads(
      toTimestamp,
      `timestamp_to_timestamp(timestamp) timestamp
       int64_to_timestamp(int) timestamp
       string_to_timestamp(string) timestamp`,
    ),
  },
  uint: {
    overloads: overloads(
      toUint,
      `uint64_to_uint64(uint) uint
       double_to_uint64(double) uint
       int64_to_uint64(int) uint
       string_to_uint64(string) uint`,
    ),
  },
  contains: {
    accepts: any,
    overloads: overloads(
      text((value, part) => value.includes(part)),
      '.contains_string(string, string) bool',
    ),
  },
  endsWith: {
    accepts: any,
    overloads: overloads(
      text((value, part) => value.endsWith(part)),
      '.ends_with_string(string, string) bool',
    ),
  },
  startsWith: {
    accepts: any,
    overloads: overloads(
      text((value, part) => value.startsWith(part)),
      '.starts_with_string(string, string) bool',
    ),
  },
}
