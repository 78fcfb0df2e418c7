import type { Json } from '../api/json.ts'
import { isObject } from '../api/json.ts'

/** Finds the values at a path of a printer column. */
type JsonPath = (value: Json) => Json[]

type Step = (values: Json[], root: Json) => Json[]

/**
 * Compiles a path: `.spec.a`, `['a.b']`, `[0]`, `[-1]`, `[1:3]`, `[*]`, `.*`, `..name`, `[?(@.x=="y")]`, `[a,b]`.
 * @returns undefined for an unreadable path
 */
export function compileJsonPath(text: string): JsonPath | undefined {
  const steps: Step[] = []
  let at = 0
  while (at < text.length) {
    const read = readStep(text, at)
    if (read === undefined) return undefined
    steps.push(read.step)
    at = read.end
  }
  return (value) => {
    try {
      return steps.reduce((values, step) => step(values, value), [value])
    } catch (error) {
      if (error instanceof PathError) return []
      throw error
    }
  }
}

/** A path does not fit the object: it indexes a value that is no list, or beyond the end of a list. */
class PathError extends Error {
  override readonly name = 'PathError'
}

interface Read {
  readonly step: Step
  readonly end: number
}

const FIELD = /^(?:\.?((?:\\.|[^.[\]\\])+)|\.(?=\[))/
const DESCENT = /^\.\.((?:\\.|[^.[\]\\])*)/

function readStep(text: string, at: number): Read | undefined {
  const rest = text.slice(at)
  const descent = DESCENT.exec(rest)
  if (descent !== null) {
    const [whole, name = ''] = descent
    const below: Step = (values) => values.flatMap(everything)
    const step: Step = name === '' ? below : (values, root) => named(plain(name))(below(values, root), root)
    return { step, end: at + whole.length }
  }
  if (rest.startsWith('[')) {
    const end = closing(rest)
    const step = end < 0 ? undefined : readBrackets(rest.slice(1, end).trim())
    return step && { step, end: at + end + 1 }
  }
  const field = FIELD.exec(rest)
  // A dot without a name selects the field with the empty name.
  if (field === null) return rest === '.' ? { step: named(''), end: text.length } : undefined
  const [whole, name = ''] = field
  return { step: name === '*' ? children : named(plain(name)), end: at + whole.length }
}

const plain = (name: string): string => name.replace(/\\(.)/g, '$1')

/** The index of the bracket that closes the first one, outside of quotes and inner brackets. */
function closing(text: string): number {
  let depth = 0
  let quote = ''
  for (let i = 0; i < text.length; i++) {
    const ch = text[i] ?? ''
    if (quote !== '') {
      if (ch === '\\') i++
      else if (ch === quote) quote = ''
    } else if (ch === '"' || ch === "'") quote = ch
    else if (ch === '[') depth++
    else if (ch === ']' && --depth === 0) return i
  }
  return -1
}

const everything = (value: Json): Json[] => [value, ...children([value], value).flatMap(everything)]

const children: Step = (values) =>
  values.flatMap((value) => {
    if (Array.isArray(value)) return value
    if (!isObject(value)) return []
    return Object.keys(value)
      .sort()
      .map((key) => value[key] ?? null)
  })

const named =
  (name: string): Step =>
  (values) =>
    values.flatMap((value) => {
      const found = isObject(value) && Object.hasOwn(value, name) ? value[name] : undefined
      return found === undefined ? [] : [found]
    })

function readBrackets(inner: string): Step | undefined {
  if (inner === '*') return slice({})
  const filter = /^\?\((.*)\)$/s.exec(inner)
  if (filter !== null) return readFilter(filter[1] ?? '')
  const key = /^'([^']*)'$/.exec(inner)?.[1]
  if (key !== undefined) return named(key)
  if (/^-?\d+$/.test(inner)) return slice({ from: Number(inner), to: Number(inner) + 1, isIndex: true })
  const range = /^(-?\d*):(-?\d*)(?::(-?\d*))?$/.exec(inner)
  if (range !== null) {
    const [, from = '', to = '', step = ''] = range
    const number = (digits: string): number | undefined => (digits === '' ? undefined : Number(digits))
    return slice({ from: Number(from), to: number(to), step: number(step) })
  }
  if (!inner.includes(',')) return undefined
  const parts = inner.split(',').map((part) => readBrackets(part.trim()))
  const steps = parts.filter((step) => step !== undefined)
  if (steps.length < parts.length) return undefined
  return (values, root) => steps.flatMap((step) => step(values, root))
}

interface Slice {
  readonly from?: number
  readonly to?: number | undefined
  readonly step?: number | undefined
  /** Written as one index, not as a range. */
  readonly isIndex?: boolean
}

/** Negative indexes count from the end. @throws PathError for a value that is no list and for indexes beyond its end */
function slice({ from = 0, to, step = 1, isIndex = false }: Slice): Step {
  return (values) =>
    values.flatMap((value) => {
      if (value === null) return []
      if (!Array.isArray(value)) throw new PathError('not a list')
      const { length } = value
      const start = from < 0 ? from + length : from
      const given = to ?? length
      const end = given < 0 || (given === 0 && isIndex) ? given + length : given
      if (start === end) return []
      if (start < 0 || start >= length || end < 0 || end > length || start > end || step <= 0) {
        throw new PathError('out of bounds')
      }
      return value.slice(start, end).filter((_, index) => index % step === 0)
    })
}

const COMPARISON = /^\s*(.+?)\s*(==|!=|<=|>=|<|>)\s*(.+?)\s*$/s

function readFilter(text: string): Step | undefined {
  const comparison = COMPARISON.exec(text)
  if (comparison === null) {
    const operand = readOperand(text.trim())
    return operand && ((values, root) => itemsOf(values).filter((item) => operand(item, root).length > 0))
  }
  const [, before = '', operator = '', after = ''] = comparison
  const [left, right] = [readOperand(before), readOperand(after)]
  if (left === undefined || right === undefined) return undefined
  return (values, root) =>
    itemsOf(values).filter((item) => {
      const [a, b] = [left(item, root)[0], right(item, root)[0]]
      return a !== undefined && b !== undefined && compares(a, operator, b)
    })
}

function itemsOf(values: readonly Json[]): Json[] {
  return values.flatMap((value) => {
    if (!Array.isArray(value)) throw new PathError('not a list')
    return value
  })
}

function readOperand(text: string): ((item: Json, root: Json) => Json[]) | undefined {
  if (text.startsWith('@') || text.startsWith('$')) {
    const path = compileJsonPath(text.slice(1))
    return path && ((item, root) => path(text.startsWith('@') ? item : root))
  }
  if (/^(['"]).*\1$/s.test(text)) return () => [plain(text.slice(1, -1))]
  if (/^-?\d+(\.\d+)?$/.test(text)) return () => [Number(text)]
  return text === 'true' || text === 'false' ? () => [text === 'true'] : undefined
}

function compares(a: Json, operator: string, b: Json): boolean {
  if (operator === '==') return a === b
  if (operator === '!=') return a !== b
  if (typeof a !== typeof b || a === null || b === null) return false
  if (operator === '<') return a < b
  if (operator === '<=') return a <= b
  return operator === '>' ? a > b : a >= b
}
