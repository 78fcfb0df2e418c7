import type { GoType } from './go-type.ts'
import { sliceRecords } from './slice-records.ts'
import { line, type TextNode, wrapped } from './text-node.ts'
import type { ValueNode } from './value-node.ts'

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

/** The lines of a difference of numbers: removed ones before inserted ones. */
export function numberText({ type, x, y }: ValueNode, verbosity: number): TextNode {
  const list = sliceRecords(
    { x: items(x?.value), y: items(y?.value) },
    {
      chunk: CHUNK,
      name: type.kind === 'slice' && 'name' in type.element ? type.element.name : '',
      verbosity,
      part: (all, from, to) => all.slice(from, to),
      record: (numbers, sign) => ({ sign, value: line(numbers.join(', ')) }),
    },
  )
  return wrapped('{', { list }, '}')
}
