import { goJson } from '../go-json.ts'
import type { Json } from '../json.ts'
import { goText, goType } from '../go-format.ts'
import type { ListNode, Node } from './nodes.ts'
import { parseTemplate } from './parser.ts'

/** A compiled JSONPath template (`{.items[*].metadata.name}`), in the dialect of kubectl and of printer columns. */
export interface JsonPath {
  /**
   * Results of each part of the template, in order; a part of plain text is one result.
   * @throws Error when a step does not fit the data
   */
  find(data: unknown): unknown[][]
  /** The printed text. `spell` writes the numbers that are results. @throws Error */
  print(data: unknown, spell?: (value: number) => string): string
}

/**
 * Compiles a template. Unless `allowMissingKeys`, its methods throw for a key that no object has.
 * @throws Error for a template that cannot be parsed
 */
export function compileJsonPath(template: string, allowMissingKeys: boolean): JsonPath {
  const root = parseTemplate(template)
  const find = (data: unknown): unknown[][] => new Evaluation(root, allowMissingKeys).find(data)
  return {
    find,
    print: (data, spell) =>
      find(data)
        .map((results) => results.map((value) => toText(value, spell)).join(' '))
        .join(''),
  }
}

/**
 * The template of a flag that takes one path. `metadata.name`, `.metadata.name` and `{.metadata.name}` mean the same.
 * @throws Error for a text that is not one path in braces
 */
export function relaxedPath(path: string): string {
  if (path === '') return path
  const match = /^\{\.?([^{}]+)\}$|^\.?([^{}]+)$/.exec(path)
  if (match === null)
    throw new Error(
      "unexpected path string, expected a 'name1.name2' or '.name1.name2' or '{name1.name2}' or '{.name1.name2}'",
    )
  return `{.${match[1] ?? match[2] ?? ''}}`
}

/** A byte of a text. Go prints and compares it as an integer, but not as a JSON number. */
export class TextByte {
  readonly value: number
  constructor(value: number) {
    this.value = value
  }
}

function toText(value: unknown, spell?: (value: number) => string): string {
  if (typeof value === 'string') return value
  if (value instanceof TextByte) return String(value.value)
  if (typeof value === 'number' && spell !== undefined) return spell(value)
  if (typeof value === 'object') return goJson(value as Json)
  if (value === undefined) return '<no value>'
  return goText(value as Json)
}

class Evaluation {
  readonly #nodes: readonly Node[]
  readonly #allowMissingKeys: boolean
  #began = 0
  #ended = 0
  #depth = 0
  #lastEnd = -1

  constructor(root: ListNode, allowMissingKeys: boolean) {
    this.#nodes = root.nodes
    this.#allowMissingKeys = allowMissingKeys
  }

  find(data: unknown): unknown[][] {
    return this.#run(data, 0)
  }

  /** Evaluates the parts from `first`. Within a range, evaluation stops at the end of the range. */
  #run(data: unknown, first: number): unknown[][] {
    const found: unknown[][] = []
    for (let at = first; at < this.#nodes.length; at++) {
      const node = this.#nodes[at]
      if (node === undefined) break
      const results = this.#walk([data], node)
      if (this.#ended > 0 && this.#ended <= this.#depth) {
        this.#ended--
        this.#lastEnd = at
        break
      }
      if (this.#began === 0) {
        found.push(results)
        continue
      }
      this.#began--
      this.#depth++
      // In a range, Go reads null as no value.
      for (const value of results) for (const part of this.#run(value ?? undefined, at + 1)) found.push(part)
      // A range without results is also walked, to find its end.
      if (results.length === 0) this.#run(undefined, at + 1)
      this.#depth--
      if (this.#lastEnd > at) at = this.#lastEnd
    }
    return found
  }

  #walk(input: unknown[], node: Node): unknown[] {
    switch (node.kind) {
      case 'list':
        return node.nodes.reduce((values, each) => this.#walk(values, each), input)
      case 'text':
        return [node.text]
      case 'constant':
        return [node.value]
      case 'field':
        return this.#field(input, node.name)
      case 'wildcard':
        return input.flatMap(children)
      case 'recursive':
        return descend(input)
      case 'union':
        return node.lists.flatMap((list) => this.#walk(input, list))
      case 'slice':
        return slices(input.filter(isPresent), node)
      case 'filter':
        return this.#filter(input, node)
      case 'word':
        return this.#word(input, node.word)
    }
  }

  #word(input: unknown[], word: string): unknown[] {
    if (word === 'range') this.#began++
    else if (word !== 'end') throw new Error(`unrecognized identifier ${word}`)
    else if (this.#depth === 0) throw new Error('not in range, nothing to end')
    else this.#ended++
    return word === 'range' ? input : []
  }

  #field(input: unknown[], name: string): unknown[] {
    const found = input.flatMap((value) => (isMap(value) && Object.hasOwn(value, name) ? [value[name]] : []))
    if (found.length === 0 && input.length > 0 && !this.#allowMissingKeys) throw new Error(`${name} is not found`)
    return found
  }

  #filter(input: unknown[], node: Extract<Node, { kind: 'filter' }>): unknown[] {
    return input.flatMap((value) => {
      if (!Array.isArray(value))
        throw new Error(`${goText(value as Json)} is not array or slice and cannot be filtered`)
      return value.filter((item: unknown) => this.#passes(item, node))
    })
  }

  #passes(item: unknown, node: Extract<Node, { kind: 'filter' }>): boolean {
    if (node.operator === 'exists') {
      try {
        return this.#walk([item], node.left).length > 0
      } catch {
        // An item without the key does not match; the missing key is not reported.
        return false
      }
    }
    const left = this.#walk([item], node.left).map(numberOfByte)
    if (left.length === 0) return false
    const right = this.#walk([item], node.right).map(numberOfByte)
    if (left.length > 1 || right.length > 1) throw new Error('can only compare one element at a time')
    if (right.length === 0) return false
    if (kindOf(left[0], node.left) !== kindOf(right[0], node.right))
      throw new Error('incompatible types for comparison')
    return compare(left[0], node.operator, right[0])
  }
}

const numberOfByte = (value: unknown): unknown => (value instanceof TextByte ? value.value : value)

const isPresent = (value: unknown): boolean => value !== null && value !== undefined

function isMap(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof TextByte)
}

/** The elements of a list, the values of a map, or the UTF-8 bytes of a text, which Go can index too. */
function children(value: unknown): unknown[] {
  if (Array.isArray(value)) return value as unknown[]
  if (typeof value === 'string') return [...new TextEncoder().encode(value)].map((byte) => new TextByte(byte))
  return isMap(value) ? Object.values(value) : []
}

/** The values that are a non-empty list, map or text, each followed by those inside it. */
function descend(input: unknown[]): unknown[] {
  return input.flatMap((value) => {
    const below = children(value)
    return below.length === 0 ? [] : [value, ...descend(below)]
  })
}

type Slice = Extract<Node, { kind: 'slice' }>

/** The elements that the slice chooses of each list. An empty slice of a list ends the search: Go skips the lists after it. */
function slices(input: readonly unknown[], node: Slice): unknown[] {
  const found: unknown[] = []
  for (const value of input) {
    const chosen = sliceOf(value, node)
    if (chosen === undefined) break
    // A spread would put each element of a long list on the stack.
    for (const element of chosen) found.push(element)
  }
  return found
}

/** The chosen elements; undefined for a slice from an index to the same index. @throws Error */
function sliceOf(value: unknown, node: Slice): unknown[] | undefined {
  if (!Array.isArray(value)) throw new Error(`${goType(value as Json)} is not array or slice`)
  const { length } = value
  let from = node.from ?? 0
  if (from < 0) from += length
  let to = node.to ?? length
  if (to < 0 || (to === 0 && node.derived)) to += length
  if (from === to) return undefined
  const outside = (index: number): Error => new Error(`array index out of bounds: index ${index}, length ${length}`)
  if (from >= length || from < 0) throw outside(from)
  if (to > length || to < 0) throw outside(to - 1)
  if (from > to) throw new Error(`starting index ${from} is greater than ending index ${to}`)
  const step = node.step ?? 1
  if (step <= 0) throw new Error('step must be > 0')
  return value.slice(from, to).filter((_, index) => index % step === 0)
}

/**
 * The Go type of a value in a comparison. Go compares an integer only with integers.
 * @throws Error for a value that cannot be compared
 */
function kindOf(value: unknown, { nodes }: ListNode): 'string' | 'boolean' | 'integer' | 'float' {
  const last = nodes.at(-1)
  if (last?.kind === 'constant' && last.isFloat === true) return 'float'
  if (typeof value === 'string' || typeof value === 'boolean') return typeof value as 'string' | 'boolean'
  if (typeof value === 'bigint' || Number.isInteger(value)) return 'integer'
  if (typeof value === 'number') return 'float'
  throw new Error('invalid type for comparison')
}

/** Compares two values of one type. @throws Error when booleans are ordered */
function compare(left: unknown, operator: string, right: unknown): boolean {
  if (typeof left === 'boolean' && /[<>]/.test(operator)) throw new Error('invalid type for comparison')
  const [a, b] = [left as string | number, right as string | number]
  switch (operator) {
    case '==':
      return a === b
    case '!=':
      return a !== b
    case '<':
      return a < b
    case '<=':
      return a <= b
    case '>':
      return a > b
    case '>=':
      return a >= b
    default:
      throw new Error(`unrecognized filter operator ${operator}`)
  }
}
