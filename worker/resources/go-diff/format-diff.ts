import { objectOrEmpty } from '../../api/json.ts'
import { ellipsis } from './diff-counts.ts'
import type { GoType, GoValue } from './go-type.ts'
import { goTypeOf } from './go-type.ts'
import { isNumberList, numberText } from './number-list.ts'
import { memberValue } from './quantity-value.ts'
import { rememberedKeys } from './remembered-keys.ts'
import { formatText } from './side-text.ts'
import { isZero } from './zero-value.ts'
import { isBinaryText, isLongText, textDifference } from './text-difference.ts'
import type { TextNode, TextRecord } from './text-node.ts'
import { ELLIPSIS, lengthOf, line, mapKey, NIL, printText, wrapped } from './text-node.ts'
import type { ValueRecord, Side, ValueNode } from './value-node.ts'
import { compareValues, isLarge, scalarOf } from './value-node.ts'

/** The form of a text: the difference of both sides, the value that both have, or the value of one side. */
type Mode = 'difference' | 'same' | 'removed' | 'inserted'

interface Options {
  readonly mode: Mode
  /** Whether the type precedes the value: always, never, or before composite values. */
  readonly types: 'all' | 'none' | 'composite'
  /** The amount of a value that is shown; less at each level. */
  readonly verbosity: number
  readonly keysOf: (map: object) => readonly string[]
}

/** Unchanged neighbours that are shown on either side of a change. */
const NEIGHBOURS = 2

/**
 * The difference of two values of a Go type, as go-cmp's `Diff` prints it; '' when they are equal. Differences inside lists and maps of thousands of values are shown as two values.
 */
export function goDiff(type: string, before: GoValue, after: GoValue): string {
  const node = compareValues(goTypeOf(type), { value: before }, { value: after })
  if (node.different === 0) return ''
  return printText(formatNode(node, { mode: 'difference', types: 'all', verbosity: 0, keysOf: rememberedKeys() }))
}

function formatNode(node: ValueNode, given: Options): TextNode {
  const verbosity = given.mode === 'same' ? 1 : Math.max(3, given.verbosity)
  const options = { ...given, verbosity }
  if (options.mode === 'difference' && isShownInParts(node)) return formatParts(node, options)
  if (node.depth === 0) return formatLeaf(node, options)
  if (node.target !== undefined) return wrapped('&', formatNode(node.target, options))
  return withType(node.type, formatRecords(node, options), options)
}

/** Whether go-cmp shows the difference of two texts or lists of numbers in parts. */
const isShownInParts = (node: ValueNode): boolean => isNumberList(node) || isLongText(node)

function formatParts(node: ValueNode, options: Options): TextNode {
  const { type } = node
  if (type.kind !== 'string') return withType(type, numberText(node, options.verbosity), options)
  const text = textDifference(node, options.verbosity)
  if (isBinaryText(node)) return withType(type, text, { ...options, types: 'all' })
  return type.name === 'string' ? text : withType(type, text, options)
}

function formatLeaf(node: ValueNode, options: Options): TextNode {
  const { type, x, y } = node
  const show = (side: Side | undefined, shown = options): TextNode | undefined =>
    side && formatValue(type, side.value, shown)
  if (options.mode === 'removed') return show(x) ?? NIL
  if (options.mode === 'inserted') return show(y) ?? NIL
  if (node.different === 0) {
    const [before, after] = [show(x) ?? NIL, show(y) ?? NIL]
    return lengthOf(before) < lengthOf(after) ? before : after
  }
  const bare = { ...options, types: 'none' as const }
  const [before, after] = [show(x, bare), show(y, bare)]
  const list: TextRecord[] = []
  if (before !== undefined) list.push({ sign: '-', value: before })
  if (after !== undefined) list.push({ sign: '+', value: after })
  return withType(type, { list }, { ...options, types: 'all' })
}

const NAMES: Partial<{ readonly [kind in GoType['kind']]: string }> = {
  struct: 'field',
  slice: 'element',
  map: 'entry',
}

function formatRecords(node: ValueNode, given: Options): TextNode {
  const { kind } = node.type
  const { verbosity } = given
  const options: Options = {
    ...given,
    types: kind === 'struct' ? 'composite' : 'none',
    verbosity: verbosity - 1,
  }
  const keyOf = ({ key }: ValueRecord): string => (node.type.kind === 'map' ? mapKey(node.type.key, key) : key)
  // As in go-cmp, the verbosity limits the number of records.
  const most = given.mode === 'same' ? ((1 << verbosity) >> 1) << 2 : (1 << verbosity) << 1
  const list =
    given.mode === 'difference'
      ? differentRecords(node.records, { options, keyOf, most, name: NAMES[kind] ?? '' })
      : oneSide(node, { options, keyOf, most })
  return wrapped('{', { list }, '}')
}

interface Listing {
  readonly options: Options
  readonly keyOf: (record: ValueRecord) => string
  readonly most: number
}

/** The records of one side, without fields that have their zero value. */
function oneSide({ type, records }: ValueNode, { options, keyOf, most }: Listing): TextRecord[] {
  const list: TextRecord[] = []
  for (const record of records) {
    if (list.length === most) return [...list, DOTS]
    if (type.kind === 'struct' && isElided(record.node, options.mode)) continue
    if (!hasElement(record.node, options.mode)) continue
    list.push({ key: keyOf(record), value: formatNode(record.node, options) })
  }
  return list
}

/** Whether the side that the mode shows has the element. */
function hasElement({ x, y }: ValueNode, mode: Mode): boolean {
  if (mode === 'removed') return x !== undefined
  return (mode === 'inserted' ? y : (x ?? y)) !== undefined
}

function isElided({ type, x, y }: ValueNode, mode: Mode): boolean {
  const [before, after] = [isZero(type, x?.value), isZero(type, y?.value)]
  if (mode === 'removed') return before
  return mode === 'inserted' ? after : before || after
}

const DOTS: TextRecord = { value: ELLIPSIS, hasNoComma: true }

function differentRecords(
  records: readonly ValueRecord[],
  { options, keyOf, most, name }: Listing & { readonly name: string },
): TextRecord[] {
  const list: TextRecord[] = []
  const groups = grouped(records)
  let shown = 0
  const rest: ValueRecord[] = []
  for (const [at, group] of groups.entries()) {
    if (shown >= most) {
      for (const record of group) rest.push(record)
    } else if (group[0]?.node.different === 0) {
      const same = (record: ValueRecord): TextRecord => ({
        key: keyOf(record),
        value: formatNode(record.node, { ...options, mode: 'same' }),
      })
      const { low, high } = neighbours(group.length, at > 0, at < groups.length - 1)
      list.push(...group.slice(0, low).map(same))
      if (group.length > low + high) list.push(summary(group.slice(low, group.length - high), name))
      list.push(...group.slice(group.length - high).map(same))
    } else {
      for (const record of group) list.push(...changedRecord(record, keyOf(record), options))
      shown += group.length
    }
  }
  return rest.length === 0 ? list : [...list, summary(rest, name)]
}

/** The equal records shown after the change before them and before the change after them; one record is never hidden alone. */
function neighbours(count: number, isAfter: boolean, isBefore: boolean): { low: number; high: number } {
  const low = isAfter ? Math.min(NEIGHBOURS, count) : 0
  const high = isBefore ? Math.min(NEIGHBOURS, count - low) : 0
  return { low, high: count - low - high === 1 ? high + 1 : high }
}

function changedRecord({ node }: ValueRecord, key: string, options: Options): TextRecord[] {
  if (isShownInParts(node)) return [{ key, value: formatParts(node, options) }]
  if (node.descendants !== node.depth) return [{ key, value: formatNode(node, options) }]
  const { x, y } = node
  const one = (mode: 'removed' | 'inserted', verbosity: number): TextNode =>
    formatNode(node, { ...options, mode, verbosity })
  if (x === undefined) return [{ sign: '+', key, value: one('inserted', options.verbosity) }]
  if (y === undefined) return [{ sign: '-', key, value: one('removed', options.verbosity) }]
  // Values that look the same are shown with more of their parts.
  let [before, after] = [one('removed', options.verbosity), one('inserted', options.verbosity)]
  const most = isLarge(x, y) ? MAX_VERBOSE_LARGE : MAX_VERBOSE
  for (let more = 2; more <= most && printText(before) === printText(after); more += 2) {
    before = one('removed', options.verbosity + more)
    after = one('inserted', options.verbosity + more)
  }
  return [
    { sign: '-', key, value: before },
    { sign: '+', key, value: after },
  ]
}

/** The most that the verbosity grows until two values look different; less for large ones, as each level doubles the items. */
const [MAX_VERBOSE, MAX_VERBOSE_LARGE] = [12, 4]

/** Runs of equal and of different records. */
function grouped(records: readonly ValueRecord[]): ValueRecord[][] {
  const groups: ValueRecord[][] = []
  for (const record of records) {
    const last = groups.at(-1)
    if (last !== undefined && (last[0]?.node.different === 0) === (record.node.different === 0)) last.push(record)
    else groups.push([record])
  }
  return groups
}

/** The line in place of several records. */
function summary(records: readonly ValueRecord[], name: string): TextRecord {
  const count = (isCounted: (node: ValueNode) => boolean): number =>
    records.filter(({ node }) => isCounted(node)).length
  const counts = {
    identical: count(({ different }) => different === 0),
    removed: count(({ different, y }) => different > 0 && y === undefined),
    inserted: count(({ different, x, y }) => different > 0 && x === undefined && y !== undefined),
    modified: count(({ different, x, y }) => different > 0 && x !== undefined && y !== undefined),
  }
  return ellipsis(counts, name)
}

/** Puts the type before a value, when the options ask for it. */
function withType(type: GoType, text: TextNode, { types, mode }: Options): TextNode {
  if (types === 'none') return text
  if (types === 'composite') {
    const isComposite = type.kind === 'struct' || type.kind === 'slice' || type.kind === 'map'
    if (!isComposite || text === NIL || mode === 'same') return text
  }
  if (type.kind === 'pointer') return text
  const hasBraces = 'inner' in text && text.prefix.startsWith('{') && text.suffix.endsWith('}')
  return wrapped(type.name, hasBraces ? text : wrapped('(', text, ')'))
}

function formatValue(type: GoType, value: GoValue, options: Options): TextNode {
  switch (type.kind) {
    case 'string':
      return withType(type, formatText(String(scalarOf(type, value)), options), options)
    case 'bool':
    case 'int':
    case 'json':
      return withType(type, line(String(scalarOf(type, value))), options)
    case 'pointer':
      return formatPointer(type, value, options)
    case 'struct':
      if (type.isText && type.text !== undefined) return formatText(type.text(value), options, 's')
      return withType(type, formatStruct(type, value, options), options)
    case 'slice':
    case 'map':
      if (value === undefined || value === null) return withType(type, NIL, options)
      return withType(type, formatItems(type, value, { ...options, types: 'none' }), options)
  }
}

function formatPointer(type: GoType & { kind: 'pointer' }, value: GoValue, options: Options): TextNode {
  if (value === undefined || value === null) return NIL
  const { element } = type
  if (element.kind === 'struct' && element.text !== undefined) return formatText(element.text(value), options, 's')
  return wrapped('&', formatValue(element, value, options))
}

const mostOf = (verbosity: number): number => ((1 << Math.max(0, verbosity)) >> 1) << 2

function formatStruct(type: GoType & { kind: 'struct' }, value: GoValue, options: Options): TextNode {
  const fields = type.read === undefined ? value : type.read(value)
  const inner: Options = { ...options, types: 'composite', verbosity: options.verbosity - 1 }
  const list: TextRecord[] = []
  for (const field of type.fields()) {
    const own = field.read(fields)
    if (isZero(field.type, own)) continue
    if (list.length === mostOf(options.verbosity)) return wrapped('{', { list: [...list, DOTS] }, '}')
    list.push({ key: field.name, value: formatValue(field.type, own, inner) })
  }
  return wrapped('{', { list }, '}')
}

function formatItems(type: GoType & { kind: 'slice' | 'map' }, value: GoValue, options: Options): TextNode {
  const inner = { ...options, verbosity: options.verbosity - 1 }
  const most = mostOf(options.verbosity)
  const map = objectOrEmpty(value)
  const parts = Array.isArray(value) ? value : options.keysOf(map)
  const list = parts.slice(0, most).map((part): TextRecord => {
    if (Array.isArray(value)) return { key: '', value: formatValue(type.element, part, inner) }
    const key = String(part)
    return { key: mapKey(type.key, key), value: formatValue(type.element, memberValue(map, key), inner) }
  })
  return wrapped('{', { list: parts.length > most ? [...list, DOTS] : list }, '}')
}
