import { sortedKeys } from '../../api/byte-order.ts'
import { countValues, objectOrEmpty, stringOrEmpty } from '../../api/json.ts'
import { equalJson } from '../../patch/json-values.ts'
import { EDIT, editScript, type LeafCounts } from './edit-script.ts'
import type { GoType, GoValue } from './go-type.ts'
import { memberValue } from './quantity-value.ts'

/** Two values of one type, compared, with the nodes of their parts. */
export interface ValueNode {
  readonly type: GoType
  /** The first side; undefined for an element or entry that only the other side has. */
  readonly x: Side | undefined
  readonly y: Side | undefined
  readonly parent: GoType['kind'] | undefined
  /** The fields of a struct, the elements of a slice, the entries of a map. */
  readonly records: readonly ValueRecord[]
  /** The node of the value that a pointer points to. */
  readonly target: ValueNode | undefined
  readonly same: number
  readonly different: number
  /** The number of all nodes below this one. */
  readonly descendants: number
  readonly depth: number
}

/** One side of the comparison that has the element; `value` is undefined for an unset one. */
export interface Side {
  readonly value: GoValue
}

/** A field of a struct, an element of a slice or an entry of a map; the key of an element is empty. */
export interface ValueRecord {
  readonly key: string
  readonly node: ValueNode
}

type Sides = Pick<ValueNode, 'type' | 'x' | 'y' | 'parent'>

const isUnset = ({ value }: Side): boolean => value === undefined || value === null

export function compareValues(
  type: GoType,
  x: Side | undefined,
  y: Side | undefined,
  parent?: GoType['kind'],
): ValueNode {
  const sides = { type, x, y, parent }
  if (x === undefined || y === undefined) return leaf(sides, false)
  switch (type.kind) {
    case 'string':
    case 'bool':
    case 'int':
    case 'json':
      return leaf(sides, scalarOf(type, x.value) === scalarOf(type, y.value))
    case 'struct':
      return type.equal === undefined ? structNode(sides, x, y) : leaf(sides, type.equal(x.value, y.value))
    case 'pointer': {
      if (isUnset(x) || isUnset(y)) return leaf(sides, isUnset(x) && isUnset(y))
      const { element } = type
      if (element.kind === 'struct' && element.pointerEqual !== undefined)
        return leaf(sides, element.pointerEqual(x.value, y.value))
      const target = compareValues(element, x, y, 'pointer')
      return branch(sides, [], target)
    }
    case 'slice':
      if (isUnset(x) || isUnset(y)) return leaf(sides, isUnset(x) && isUnset(y))
      return isLarge(x, y) ? leaf(sides, equalJson(x.value, y.value)) : sliceNode(sides, type.element, x, y)
    case 'map':
      if (isUnset(x) || isUnset(y)) return leaf(sides, isUnset(x) && isUnset(y))
      return isLarge(x, y) ? leaf(sides, equalJson(x.value, y.value)) : mapNode(sides, type.element, x, y)
  }
}

/**
 * A list or map with more values is compared as a whole. The search for edits would compare each element with eight
 * others, and again so in each list inside of them.
 */
const MAX_VALUES = 2000

export function isLarge(x: Side, y: Side): boolean {
  const count = countValues(x.value, MAX_VALUES + 1)
  // Counting lists all keys of a map, even beyond the limit, so the second side is counted only when the first is small.
  return count > MAX_VALUES || count + countValues(y.value, MAX_VALUES + 1 - count) > MAX_VALUES
}

/** The value of a scalar, with Go's zero value for an unset one. */
export function scalarOf(type: GoType, value: GoValue): string | boolean | number | bigint {
  if (type.kind === 'string') return stringOrEmpty(value)
  if (type.kind === 'bool') return value === true
  return typeof value === 'number' || typeof value === 'bigint' || typeof value === 'string' ? value : 0
}

function structNode(sides: Sides, x: Side, y: Side): ValueNode {
  const { type } = sides
  if (type.kind !== 'struct') throw new Error('structNode needs a struct type')
  const fieldsOf = ({ value }: Side): GoValue => (type.read === undefined ? value : type.read(value))
  const [before, after] = [fieldsOf(x), fieldsOf(y)]
  const records = type.fields().map((field) => ({
    key: field.name,
    node: compareValues(field.type, { value: field.read(before) }, { value: field.read(after) }, 'struct'),
  }))
  return branch(sides, records)
}

function sliceNode(sides: Sides, element: GoType, x: Side, y: Side): ValueNode {
  const [before, after] = [itemsOf(x), itemsOf(y)]
  const likeness = (at: number, other: number): LeafCounts =>
    compareValues(element, { value: before[at] }, { value: after[other] })
  const records: ValueRecord[] = []
  let [at, other] = [0, 0]
  for (const edit of editScript(before.length, after.length, likeness)) {
    const old = edit === EDIT.inserted ? undefined : { value: before[at++] }
    const next = edit === EDIT.removed ? undefined : { value: after[other++] }
    records.push({ key: '', node: compareValues(element, old, next, 'slice') })
  }
  return branch(sides, records)
}

const itemsOf = ({ value }: Side): readonly GoValue[] => (Array.isArray(value) ? value : [])

function mapNode(sides: Sides, element: GoType, x: Side, y: Side): ValueNode {
  const [before, after] = [objectOrEmpty(x.value), objectOrEmpty(y.value)]
  const side = (map: typeof before, key: string): Side | undefined =>
    map[key] === undefined ? undefined : { value: memberValue(map, key) }
  const records = sortedKeys({ ...before, ...after }).map((key) => ({
    key,
    node: compareValues(element, side(before, key), side(after, key), 'map'),
  }))
  return branch(sides, records)
}

function leaf(sides: Sides, isSame: boolean): ValueNode {
  const [same, different] = isSame ? [1, 0] : [0, 1]
  return { ...sides, records: [], target: undefined, same, different, descendants: 0, depth: 0 }
}

function branch(sides: Sides, records: readonly ValueRecord[], target?: ValueNode): ValueNode {
  const children = target === undefined ? records.map(({ node }) => node) : [target]
  const sum = (of: (node: ValueNode) => number): number => children.reduce((total, node) => total + of(node), 0)
  return {
    ...sides,
    records,
    target,
    same: sum(({ same }) => same),
    different: sum(({ different }) => different),
    descendants: sum(({ descendants }) => descendants + 1),
    depth: children.reduce((deepest, { depth }) => Math.max(deepest, depth + 1), 0),
  }
}
