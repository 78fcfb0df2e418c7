import type { GoType } from './go-type.ts'
import type { Sign, TextNode, TextRecord } from './text-node.ts'
import { ELLIPSIS, line, wrapped } from './text-node.ts'
import type { ValueRecord, ValueNode } from './value-node.ts'

/** Numbers on one line. */
const CHUNK = 8
/** Lists of at least this many numbers are shown in lines even when most numbers are equal. */
const LONG = 32
/** Up to this many equal numbers between two changes are shown as changed. */
const GAP = CHUNK / 4
/** Equal numbers that are shown on either side of a change. */
const NEIGHBOURS = 2 * CHUNK

/** Adjacent equal numbers, or adjacent changes, in both lists. */
interface Run {
  same: number
  removed: number
  inserted: number
  modified: number
}

const isChange = ({ removed, inserted, modified }: Run): boolean => removed + inserted + modified > 0

const isNumber = ({ kind }: GoType): boolean => kind === 'int' || kind === 'bool'

/** Whether go-cmp prints the difference of two lists in lines of numbers. */
export function isNumberList({ type, x, y, records, same, different }: ValueNode): boolean {
  if (type.kind !== 'slice' || !isNumber(type.element) || different === 0) return false
  if (lengthOf(x?.value) === 0 || lengthOf(y?.value) === 0) return false
  return records.length > 0 && (different > same || Math.min(lengthOf(x?.value), lengthOf(y?.value)) >= LONG)
}

const lengthOf = (value: unknown): number => (Array.isArray(value) ? value.length : 0)
const items = (value: unknown): readonly string[] => (Array.isArray(value) ? value.map(String) : [])

/** The lines of a difference of numbers: removed ones before inserted ones, eight on a line. */
export function numberText({ x, y, records }: ValueNode): TextNode {
  const [before, after] = [items(x?.value), items(y?.value)]
  const runs = joined(runsOf(records))
  const list: TextRecord[] = []
  let [at, other] = [0, 0]
  for (const [index, run] of runs.entries()) {
    const [left, right] = [run.same + run.removed + run.modified, run.same + run.inserted + run.modified]
    const [old, next] = [before.slice(at, at + left), after.slice(other, other + right)]
    if (isChange(run)) list.push(...chunks(old, '-'), ...chunks(next, '+'))
    else list.push(...context(old, index > 0, index < runs.length - 1))
    at += left
    other += right
  }
  return wrapped('{', { list }, '}')
}

function runsOf(records: readonly ValueRecord[]): Run[] {
  const runs: Run[] = []
  for (const { node } of records) {
    const isSame = node.different === 0
    let last = runs.at(-1)
    if (last === undefined || isChange(last) === isSame) {
      last = { same: 0, removed: 0, inserted: 0, modified: 0 }
      runs.push(last)
    }
    if (isSame) last.same++
    else if (node.y === undefined) last.removed++
    else if (node.x === undefined) last.inserted++
    else last.modified++
  }
  return runs
}

/** Joins changes with few equal numbers between them, when both together remove and insert numbers. */
function joined(runs: readonly Run[]): Run[] {
  const list: Run[] = []
  for (const run of runs) {
    const [previous, between] = [list.at(-2), list.at(-1)]
    if (previous !== undefined && between !== undefined && isChange(run) && between.same <= GAP) {
      const removes = previous.removed + run.removed > 0
      if (removes && previous.inserted + run.inserted > 0) {
        for (const name of ['same', 'removed', 'inserted', 'modified'] as const)
          previous[name] += between[name] + run[name]
        list.pop()
        continue
      }
    }
    list.push({ ...run })
  }
  return list
}

function chunks(values: readonly string[], sign: Sign): TextRecord[] {
  const list: TextRecord[] = []
  for (let from = 0; from < values.length; from += CHUNK)
    list.push({ sign, value: line(values.slice(from, from + CHUNK).join(', ')) })
  return list
}

/** Equal numbers next to changes, and the count of the others. */
function context(values: readonly string[], isAfter: boolean, isBefore: boolean): TextRecord[] {
  const low = isAfter ? Math.min(NEIGHBOURS, values.length) : 0
  const rest = values.length - low
  const high = isBefore ? Math.min(NEIGHBOURS, rest) : 0
  const hidden = rest - high
  if (hidden <= CHUNK) return [...chunks(values.slice(0, low), ''), ...chunks(values.slice(low), '')]
  const dots: TextRecord = { value: ELLIPSIS, hasNoComma: true, comment: `${hidden} identical elements` }
  return [...chunks(values.slice(0, low), ''), dots, ...chunks(values.slice(values.length - high), '')]
}
