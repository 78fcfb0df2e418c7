import { leadingInteger } from '../../worker/api/numbers.ts'
import { ScriptError } from './script.ts'

/** The variables of an expression. A name without a value is 0. */
export interface Names {
  get(name: string): string | undefined
  set(name: string, value: string): void
}

const TOKEN = /\s*(\d+|[A-Za-z_]\w*|\*\*|<<|>>|<=|>=|==|!=|&&|\|\||\+\+|--|[-+*/%]=|[-+*/%<>=!~&|^?:(),])/y
/** Binary operators by precedence, the loosest first. */
const LEVELS = [
  ['||'],
  ['&&'],
  ['|'],
  ['^'],
  ['&'],
  ['==', '!='],
  ['<=', '>=', '<', '>'],
  ['<<', '>>'],
  ['+', '-'],
  ['*', '/', '%'],
]

const BINARY = new Map<string, (a: number, b: number) => number>([
  ['||', (a, b) => Number(a !== 0 || b !== 0)],
  ['&&', (a, b) => Number(a !== 0 && b !== 0)],
  ['|', (a, b) => a | b],
  ['^', (a, b) => a ^ b],
  ['&', (a, b) => a & b],
  ['==', (a, b) => Number(a === b)],
  ['!=', (a, b) => Number(a !== b)],
  ['<=', (a, b) => Number(a <= b)],
  ['>=', (a, b) => Number(a >= b)],
  ['<', (a, b) => Number(a < b)],
  ['>', (a, b) => Number(a > b)],
  ['<<', (a, b) => a << b],
  ['>>', (a, b) => a >> b],
  ['+', (a, b) => a + b],
  ['-', (a, b) => a - b],
  ['*', (a, b) => a * b],
  ['/', (a, b) => divided(a, b, Math.trunc(a / b))],
  ['%', (a, b) => divided(a, b, a % b)],
])

function divided(_: number, by: number, result: number): number {
  if (by === 0) throw new ScriptError('division by 0')
  return result
}

/** The value of `$((…))`, a whole number. @throws ScriptError */
export function evaluateArithmetic(text: string, names: Names): number {
  return new Evaluation(text, names).value()
}

class Evaluation {
  readonly #tokens: readonly string[]
  readonly #names: Names
  #at = 0

  constructor(text: string, names: Names) {
    this.#names = names
    this.#tokens = tokensOf(text)
  }

  value(): number {
    if (this.#tokens.length === 0) return 0
    const value = this.#choice()
    if (this.#at < this.#tokens.length) this.#fail()
    return value
  }

  #choice(): number {
    const [name = '', operator = ''] = this.#tokens.slice(this.#at, this.#at + 2)
    if (/^[A-Za-z_]/.test(name) && /^([-+*/%]?=)$/.test(operator)) return this.#assigned(name, operator)
    const condition = this.#binary(0)
    if (!this.#takeIf('?')) return condition
    const yes = this.#choice()
    if (!this.#takeIf(':')) this.#fail()
    const no = this.#choice()
    return condition === 0 ? no : yes
  }

  #assigned(name: string, operator: string): number {
    this.#at += 2
    const given = this.#choice()
    const combine = BINARY.get(operator.slice(0, -1))
    const value = combine === undefined ? given : combine(this.#number(name), given)
    this.#names.set(name, String(value))
    return value
  }

  #binary(level: number): number {
    const operators = LEVELS[level]
    if (operators === undefined) return this.#unary()
    let left = this.#binary(level + 1)
    for (;;) {
      const operator = this.#tokens[this.#at] ?? ''
      if (!operators.includes(operator)) return left
      this.#at++
      left = (BINARY.get(operator) ?? this.#fail)(left, this.#binary(level + 1))
    }
  }

  #unary(): number {
    if (this.#takeIf('-')) return -this.#unary()
    if (this.#takeIf('+')) return this.#unary()
    if (this.#takeIf('!')) return Number(this.#unary() === 0)
    if (this.#takeIf('~')) return ~this.#unary()
    for (const [mark, step] of [
      ['++', 1],
      ['--', -1],
    ] as const)
      if (this.#takeIf(mark)) return this.#stepped(this.#take(), step)
    return this.#primary()
  }

  #primary(): number {
    if (this.#takeIf('(')) {
      const value = this.#choice()
      if (!this.#takeIf(')')) this.#fail()
      return value
    }
    const token = this.#take()
    if (/^\d/.test(token)) return token.startsWith('0') ? Number.parseInt(token, 8) : leadingInteger(token)
    if (!/^[A-Za-z_]/.test(token)) this.#fail()
    const value = this.#number(token)
    if (this.#takeIf('++')) this.#stepped(token, 1)
    else if (this.#takeIf('--')) this.#stepped(token, -1)
    return value
  }

  #stepped(name: string, step: number): number {
    const value = this.#number(name) + step
    this.#names.set(name, String(value))
    return value
  }

  #number(name: string): number {
    const value = leadingInteger(this.#names.get(name) ?? '0')
    return Number.isNaN(value) ? 0 : value
  }

  #take(): string {
    return this.#tokens[this.#at++] ?? this.#fail()
  }

  #takeIf(token: string): boolean {
    if (this.#tokens[this.#at] !== token) return false
    this.#at++
    return true
  }

  #fail(): never {
    throw new ScriptError(`syntax error in arithmetic expression: ${this.#tokens.join(' ')}`)
  }
}

function tokensOf(text: string): readonly string[] {
  const tokens: string[] = []
  TOKEN.lastIndex = 0
  for (let at = 0; text.slice(at).trim() !== ''; at = TOKEN.lastIndex) {
    TOKEN.lastIndex = at
    const [, token] = TOKEN.exec(text) ?? []
    if (token === undefined) throw new ScriptError(`syntax error in arithmetic expression: ${text.trim()}`)
    tokens.push(token)
  }
  return tokens
}
