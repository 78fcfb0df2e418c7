import { isChange, joined, runsOf, shownEnds, trimmed } from './edit-runs.ts'
import type { Edit } from './edit-script.ts'
import type { GoType } from './go-type.ts'
import type { Sign, TextNode, TextRecord } from './text-node.ts'
import { ELLIPSIS, line, wrapped } from './text-node.ts'
import type { ValueRecord, ValueNode } from './value-node.ts'

/** Numbers on one line. */
const CHUNK = 8
/** Lists of at least this many numbers are shown in lines even when most numbers are equal. */
const LONG = 32

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
  const isSame = (at: number, other: number): boolean => before[at] === after[other]
  const runs = trimmed(joined(runsOf(records.map(editOf)), CHUNK / 4), isSame)
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

const editOf = ({ node }: ValueRecord): Edit => {
  if (node.different === 0) return 'identity'
  if (node.y === undefined) return 'removed'
  return node.x === undefined ? 'inserted' : 'modified'
}

function chunks(values: readonly string[], sign: Sign): TextRecord[] {
  const list: TextRecord[] = []
  for (let from = 0; from < values.length; from += CHUNK)
    list.push({ sign, value: line(values.slice(from, from + CHUNK).join(', ')) })
  return list
}

/** Equal numbers next to changes, and the count of the others. */
function context(values: readonly string[], isAfter: boolean, isBefore: boolean): TextRecord[] {
  const { low, high } = shownEnds(values.length, { isAfter, isBefore, chunk: CHUNK })
  const hidden = values.length - low - high
  if (hidden === 0) return [...chunks(values.slice(0, low), ''), ...chunks(values.slice(low), '')]
  const dots: TextRecord = { value: ELLIPSIS, hasNoComma: true, comment: `${hidden} identical elements` }
  return [...chunks(values.slice(0, low), ''), dots, ...chunks(values.slice(values.length - high), '')]
}
