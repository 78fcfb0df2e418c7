import { numberOfText } from '../numbers.ts'
import { GO_ESCAPES } from '../go-format.ts'
import { lookupTable } from '../../runtime/lookup-table.ts'
import type { ListNode } from './nodes.ts'

/**
 * Parses Kubernetes' dialect of JSONPath: text with actions in braces. It follows the parser of kubectl step by step, so it
 * accepts the same templates, and refuses other templates with the same messages.
 */
export function parseTemplate(template: string): ListNode {
  return new Parser(template).parse()
}

/** Parses an expression without braces: an operand of a filter, a member of a union. */
function parseAction(text: string): ListNode {
  const [first] = parseTemplate(`{${text}}`).nodes
  if (first?.kind !== 'list') throw new Error('unclosed action')
  return first
}

const FILTER = /^([^!<>=]+)([!<>=]+)(.+?)$/s
const SLICE = /^(-?\d*)(:-?\d*)?(:-?\d*)?$/
const TERMINATORS = new Set([undefined, ' ', '\t', '\r', '\n', '.', ',', '[', ']', '$', '@', '{', '}'])

class Parser {
  readonly #input: readonly string[]
  readonly #root: ListNode = { kind: 'list', nodes: [] }
  #at = 0
  #start = 0

  constructor(text: string) {
    this.#input = [...text]
  }

  parse(): ListNode {
    while (this.#at < this.#input.length) {
      if (this.#input[this.#at] !== '{') {
        this.#at++
        continue
      }
      this.#flushText()
      this.#at++
      this.#take()
      const list: ListNode = { kind: 'list', nodes: [] }
      this.#root.nodes.push(list)
      while (this.#insideAction(list));
    }
    this.#flushText()
    return this.#root
  }

  #flushText(): void {
    if (this.#at > this.#start) this.#root.nodes.push({ kind: 'text', text: this.#take() })
  }

  /** The characters since the last call. */
  #take(): string {
    const text = this.#input.slice(this.#start, this.#at).join('')
    this.#start = this.#at
    return text
  }

  #sees(text: string): boolean {
    return [...text].every((character, offset) => this.#input[this.#at + offset] === character)
  }

  /** Whether the action continues. Reads one step inside the braces, or the closing brace. */
  #insideAction(list: ListNode): boolean {
    if (this.#sees('}')) {
      this.#at++
      this.#take()
      return false
    }
    if (this.#sees('[?(')) return this.#filter(list)
    if (this.#sees('..')) return this.#recursive(list)
    const character = this.#input[this.#at]
    if (character === undefined || character === '\n' || character === '\r') throw new Error('unclosed action')
    if (/[+\-\p{Nd}]/u.test(character)) return this.#number(list)
    if (/[_\p{L}]/u.test(character)) return this.#word(list)
    this.#at++
    if (character === '[') return this.#brackets(list)
    if (character === '"' || character === "'") return this.#quoted(list, character)
    if (character === '.') return this.#field(list)
    if (character !== ' ' && character !== '@' && character !== '$')
      throw new Error(`unrecognized character in action: ${describeRune(character)}`)
    this.#take()
    return true
  }

  #field(list: ListNode): true {
    this.#take()
    while (!TERMINATORS.has(this.#input[this.#at])) this.#at += this.#input[this.#at] === '\\' ? 2 : 1
    this.#at = Math.min(this.#at, this.#input.length)
    const name = this.#take()
    list.nodes.push(name === '*' ? { kind: 'wildcard' } : { kind: 'field', name: name.replaceAll('\\', '') })
    return true
  }

  #recursive(list: ListNode): true {
    if (list.nodes.at(-1)?.kind === 'recursive') throw new Error('invalid multiple recursive descent')
    this.#at += 2
    this.#take()
    list.nodes.push({ kind: 'recursive' })
    return /[_\p{L}\p{Nd}]/u.test(this.#input[this.#at] ?? '') ? this.#field(list) : true
  }

  #number(list: ListNode): true {
    if (/[+-]/.test(this.#input[this.#at] ?? '')) this.#at++
    while (/[.\d]/.test(this.#input[this.#at] ?? '')) this.#at++
    const text = this.#take()
    if (!/^[+-]?(\d+(\.\d*)?|\.\d+)$/.test(text)) throw new Error(`cannot parse number ${text}`)
    list.nodes.push({ kind: 'constant', value: numberOfText(text), isFloat: text.includes('.') })
    return true
  }

  #word(list: ListNode): true {
    while (!TERMINATORS.has(this.#input[this.#at])) this.#at++
    const word = this.#take()
    list.nodes.push(
      word === 'true' || word === 'false' ? { kind: 'constant', value: word === 'true' } : { kind: 'word', word },
    )
    return true
  }

  #quoted(list: ListNode, end: string): true {
    for (;;) {
      const character = this.#input[this.#at++]
      if (character === undefined || character === '\n') throw new Error('unterminated quoted string')
      if (character === end && this.#input[this.#at - 2] !== '\\') break
    }
    list.nodes.push({ kind: 'text', text: unquote(this.#take()) })
    return true
  }

  #brackets(list: ListNode): true {
    for (let character = ''; character !== ']';) {
      character = this.#input[this.#at++] ?? '\n'
      if (character === '\n') throw new Error('unterminated array')
    }
    const text = this.#take().slice(1, -1)
    const parts = text.split(',')
    if (parts.length > 1) {
      list.nodes.push({ kind: 'union', lists: parts.map((part) => parseAction(`[${part.trim()}]`)) })
      return true
    }
    const key = /^'([^']*)'$/.exec(text)
    if (key !== null) {
      list.nodes.push(...parseAction(`.${key[1] ?? ''}`).nodes)
      return true
    }
    list.nodes.push(slice(text === '*' ? ':' : text))
    return true
  }

  #filter(list: ListNode): true {
    this.#at += 3
    this.#take()
    let begun = false
    let ended = false
    let pair = ''
    for (;;) {
      const character = this.#input[this.#at++]
      if (character === undefined || character === '\n') throw new Error('unterminated filter')
      if (character === '"' || character === "'") {
        if (!begun) [begun, pair] = [true, character]
        else if (this.#input[this.#at - 2] !== '\\' && character === pair) ended = true
      } else if (character === ')' && begun === ended) break
    }
    if (this.#input[this.#at++] !== ']') throw new Error('unclosed array expect ]')
    const text = this.#take().slice(0, -2)
    const [, left, operator, right] = FILTER.exec(text) ?? []
    list.nodes.push(
      left === undefined || operator === undefined || right === undefined
        ? { kind: 'filter', left: parseAction(text), operator: 'exists', right: { kind: 'list', nodes: [] } }
        : { kind: 'filter', left: parseAction(left), operator, right: parseAction(right) },
    )
    return true
  }
}

function slice(text: string): ListNode['nodes'][number] {
  const match = SLICE.exec(text)
  if (match === null) throw new Error(`invalid array index ${text}`)
  const [, first = '', second, third] = match
  const number = (part: string | undefined): number | undefined =>
    part === undefined || part === '' || part === ':' ? undefined : numberOfText(part.replace(':', ''))
  const from = number(first)
  const derived = second === undefined
  return { kind: 'slice', from, to: derived ? (from ?? 0) + 1 : number(second), step: number(third), derived }
}

function describeRune(character: string): string {
  const code = (character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')
  return /[\p{L}\p{M}\p{N}\p{P}\p{S} ]/u.test(character) ? `U+${code} '${character}'` : `U+${code}`
}

const ESCAPES = lookupTable<string>({ ...GO_ESCAPES, '\\': '\\', "'": "'", '"': '"' })

/** The text of a quoted Go string. */
function unquote(quoted: string): string {
  const end = quoted.charAt(0)
  return quoted
    .slice(1, -1)
    .replace(/\\(x[0-9a-fA-F]{2}|u[0-9a-fA-F]{4}|U[0-9a-fA-F]{8}|[0-7]{3}|.)|["']/gs, (whole, escape?: string) => {
      if (escape === undefined && whole !== end) return whole
      if (escape !== undefined && /^[xuU]./.test(escape))
        return String.fromCodePoint(Number.parseInt(escape.slice(1), 16))
      if (escape !== undefined && /^[0-7]{3}$/.test(escape)) return String.fromCodePoint(Number.parseInt(escape, 8))
      // A quote of the same kind ends the string in Go, so it must be escaped. The other kind must not be.
      const plain = ESCAPES[escape ?? '']
      if (plain === undefined || ((escape === '"' || escape === "'") && escape !== end))
        throw new Error(`unquote string ${quoted} error invalid syntax`)
      return plain
    })
}
