import { utf8Length } from '../runtime/utf8.ts'
import type { Value } from './values.ts'
import { Dict, List, sizeOf } from './values.ts'

/** The cost of a call at run time. */
export type CallCost = (args: readonly Value[], result: Value) => number

const TRAVERSAL = 0.1
const PATTERN = 0.25
/** The costs of creating a list, a map and a message, as in the real server. */
export const LIST_COST = 10
export const MAP_COST = 30
export const STRUCT_COST = 40
const AUTHORIZATION_COST = 350_000

const size = (value: Value | undefined): number => (value === undefined ? 1 : (sizeOf(value) ?? 1))

const traversal =
  (index = 0, factor = 1): CallCost =>
  (args) =>
    Math.ceil(size(args[index]) * factor * TRAVERSAL)
// By index: destructuring an array iterates it, which takes longer than a comparison.
const both: CallCost = (args) => Math.ceil((size(args[0]) + size(args[1])) * TRAVERSAL)
const smaller: CallCost = (args) => Math.ceil(Math.min(size(args[0]), size(args[1])) * TRAVERSAL)
const pattern: CallCost = ([text, expression]) =>
  Math.ceil((1 + size(text)) * TRAVERSAL) * Math.ceil(size(expression) * PATTERN)
const product: CallCost = ([a, b]) => Math.ceil(size(a) * TRAVERSAL) * Math.ceil(size(b) * TRAVERSAL)
const sets =
  (factor: number): CallCost =>
  ([a, b]) =>
    1 + size(a) * size(b) * factor

const COMPARED = ['string', 'bytes'].flatMap((type) =>
  ['less', 'greater', 'less_equals', 'greater_equals'].map((name) => `${name}_${type}`),
)

/** The costs of the language, by overload. All other overloads cost 1. */
const OF_LANGUAGE: ReadonlyMap<string, CallCost> = new Map([
  ...[
    'starts_with_string',
    'ends_with_string',
    'string_to_bytes',
    'bytes_to_string',
    'strings_quote',
    'string_format',
  ].map((id): [string, CallCost] => [id, traversal()]),
  ['in_list', (args) => size(args[1])],
  ...[...COMPARED, 'equals', 'not_equals'].map((id): [string, CallCost] => [id, smaller]),
  ['add_string', both],
  ['add_bytes', both],
  ['matches_string', pattern],
  ['contains_string', product],
  ['list_sets_contains_list', sets(1)],
  ['list_sets_intersects_list', sets(1)],
  ['list_sets_equivalent_list', sets(2)],
])

/** The cost of traversing a value as a tree. */
function treeCost(value: Value): number {
  if (typeof value === 'string') return Math.trunc(utf8Length(value) * TRAVERSAL)
  if (value instanceof Uint8Array) return Math.trunc(value.length * TRAVERSAL)
  let cost = 0
  if (value instanceof List) for (const item of value) cost += treeCost(item)
  else if (value instanceof Dict)
    for (const key of value.keys()) cost += treeCost(key) + treeCost(value.find(key) ?? null)
  else return 1
  return cost
}

const tree: CallCost = ([list]) => treeCost(list ?? null)

/** The costs of the libraries of the server, by function. */
const OF_LIBRARIES: ReadonlyMap<string, CallCost> = new Map([
  ['check', () => AUTHORIZATION_COST],
  ...['isSorted', 'sum', 'max', 'min', 'indexOf', 'lastIndexOf'].map((name): [string, CallCost] => [name, tree]),
  ...['url', 'lowerAscii', 'upperAscii', 'substring', 'trim', 'quantity', 'isQuantity'].map(
    (name): [string, CallCost] => [name, traversal()],
  ),
  ['replace', traversal(0, 2)],
  ['split', traversal(0, 2)],
  ['join', (_args, result) => Math.ceil(size(result) * 2 * TRAVERSAL)],
  ['find', pattern],
  ['findAll', pattern],
])

/** The cost of a call; undefined when it is always 1. Only with `strict`, the functions of the libraries have their own costs. */
export const callCost = (name: string, overload: string, strict: boolean): CallCost | undefined =>
  (strict ? OF_LIBRARIES.get(name) : undefined) ?? OF_LANGUAGE.get(overload)
