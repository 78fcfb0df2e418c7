import { isObject } from '../../../worker/api/json.ts'
import { functions, isTrue, show } from './functions.ts'
import type { Value } from './functions.ts'
import type { Branch, Command, Node, Operand, Pipeline } from './nodes.ts'
import { parseGoTemplate } from './parser.ts'

/**
 * Compiles the part of Go's template language that prints objects: fields, variables, pipelines, if, with, range and
 * the usual functions. No templates in templates, no methods.
 * @throws Error for a template that cannot be parsed
 */
export function compileGoTemplate(source: string, allowMissingKeys: boolean): (data: Value) => string {
  const nodes = parseGoTemplate(source, new Set(Object.keys(functions)))
  return (data) => new Execution(data, allowMissingKeys).block(nodes, data)
}

class Execution {
  readonly #allowMissingKeys: boolean
  /** Innermost last. */
  readonly #variables: [name: string, value: Value][]

  constructor(data: Value, allowMissingKeys: boolean) {
    this.#allowMissingKeys = allowMissingKeys
    this.#variables = [['$', data]]
  }

  /** Variables of a block end with it. */
  block(nodes: readonly Node[], dot: Value): string {
    const depth = this.#variables.length
    const text = nodes.map((node) => this.#node(node, dot)).join('')
    this.#variables.length = depth
    return text
  }

  #node(node: Node, dot: Value): string {
    if (node.kind === 'text') return node.text
    const value = this.#pipeline(node.pipeline, dot)
    if (node.kind === 'action') {
      this.#set(node.pipeline.variables, value)
      return node.pipeline.variables.length > 0 ? '' : show(value)
    }
    if (node.kind === 'range') return this.#range(node, value, dot)
    const depth = this.#variables.length
    this.#set(node.pipeline.variables, value)
    const inner = node.kind === 'with' ? value : dot
    const text = isTrue(value) ? this.block(node.body, inner) : this.block(node.otherwise, dot)
    this.#variables.length = depth
    return text
  }

  #range(node: Branch, value: Value, dot: Value): string {
    const entries: [Value, Value][] = Array.isArray(value)
      ? value.map((item, index) => [index, item])
      : isObject(value)
        ? Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))
        : []
    if (entries.length === 0) return this.block(node.otherwise, dot)
    const names = node.pipeline.variables
    return entries
      .map(([key, item]) => {
        const depth = this.#variables.length
        if (names.length === 2) this.#set(names.slice(0, 1), key)
        this.#set(names.slice(-1), item)
        const text = this.block(node.body, item)
        this.#variables.length = depth
        return text
      })
      .join('')
  }

  #set(names: readonly string[], value: Value): void {
    for (const name of names) this.#variables.push([name, value])
  }

  #pipeline({ commands }: Pipeline, dot: Value): Value {
    let value: Value
    commands.forEach((command, index) => {
      value = this.#command(command, dot, index === 0 ? [] : [value])
    })
    return value
  }

  #command(command: Command, dot: Value, piped: readonly Value[]): Value {
    const operands = command.operands.map((operand) => this.#operand(operand, dot))
    if (command.function === undefined) return operands[0]
    return functions[command.function]?.(...operands, ...piped)
  }

  #operand(operand: Operand, dot: Value): Value {
    if (operand.kind === 'constant') return operand.value
    if (operand.kind === 'pipeline')
      return operand.fields.reduce<Value>(
        (value, field) => fieldOf(value, field),
        this.#pipeline(operand.pipeline, dot),
      )
    const { variable, fields, text, position } = operand
    const found = variable === undefined ? dot : this.#variables.findLast(([name]) => name === variable)?.[1]
    return fields.reduce<Value>((value, field) => {
      const inner = fieldOf(value, field)
      if (inner === undefined && !this.#allowMissingKeys)
        throw new Error(
          `template: output:${position}: executing "output" at <${text}>: map has no entry for key ${JSON.stringify(field)}`,
        )
      return inner
    }, found)
  }
}

function fieldOf(value: Value, field: string): Value {
  return isObject(value) && Object.hasOwn(value, field) ? value[field] : undefined
}
