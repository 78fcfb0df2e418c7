import { isObject } from '../../../worker/api/json.ts'
import { functions, isTrue, show } from './functions.ts'
import type { Value } from './functions.ts'
import type { Branch, Command, Node, Operand, Pipeline, TemplateCall } from './nodes.ts'
import type { ParsedTemplate } from './parser.ts'
import { parseGoTemplate } from './parser.ts'

/**
 * Compiles the part of Go's template language that prints objects: all actions and functions; no methods.
 * @throws Error for a template that cannot be parsed
 */
export function compileGoTemplate(source: string, allowMissingKeys: boolean): (data: Value) => string {
  const parsed = parseGoTemplate(source, new Set(Object.keys(functions)))
  return (data) => new Execution(parsed, data, allowMissingKeys).run(data)
}

/** Ends the innermost range, or one round of it. */
class LoopExit {
  readonly kind: 'break' | 'continue'
  constructor(kind: 'break' | 'continue') {
    this.kind = kind
  }
}

/** Go shows the beginning of long actions only. */
const SHOWN = 20
const shortened = (text: string): string => (text.length > SHOWN ? `${text.slice(0, SHOWN)}...` : text)

class Execution {
  readonly #template: ParsedTemplate
  readonly #allowMissingKeys: boolean
  /** Innermost last. */
  #variables: [name: string, value: Value][]
  /** The name of the template that is executed. */
  #name = 'output'
  #out = ''

  constructor(template: ParsedTemplate, data: Value, allowMissingKeys: boolean) {
    this.#template = template
    this.#allowMissingKeys = allowMissingKeys
    this.#variables = [['$', data]]
  }

  run(data: Value): string {
    this.#block(this.#template.nodes, data)
    return this.#out
  }

  /** Variables of a block end with it. */
  #block(nodes: readonly Node[], dot: Value): void {
    const depth = this.#variables.length
    for (const node of nodes) this.#node(node, dot)
    this.#variables.length = depth
  }

  #node(node: Node, dot: Value): void {
    switch (node.kind) {
      case 'text':
        this.#out += node.text
        return
      case 'break':
      case 'continue':
        throw new LoopExit(node.kind)
      case 'template':
        return this.#named(node, dot)
      case 'action': {
        const value = this.#pipeline(node.pipeline, dot)
        this.#set(node.pipeline.variables, value)
        if (node.pipeline.variables.length === 0) this.#out += show(value)
        return
      }
      case 'range':
        return this.#range(node, this.#pipeline(node.pipeline, dot), dot)
      default:
        return this.#branch(node, dot)
    }
  }

  #branch(node: Branch, dot: Value): void {
    const value = this.#pipeline(node.pipeline, dot)
    const depth = this.#variables.length
    this.#set(node.pipeline.variables, value)
    if (isTrue(value)) this.#block(node.body, node.kind === 'with' ? value : dot)
    else this.#block(node.otherwise, dot)
    this.#variables.length = depth
  }

  /** A named template sees its own dot only, as `.` and as `$`. */
  #named({ name, pipeline, text, position }: TemplateCall, dot: Value): void {
    const nodes = this.#template.definitions.get(name)
    if (nodes === undefined) throw this.#fault(position, text, `template ${JSON.stringify(name)} not defined`)
    const value = pipeline === undefined ? undefined : this.#pipeline(pipeline, dot)
    const [variables, outer] = [this.#variables, this.#name]
    this.#variables = [['$', value]]
    this.#name = name
    this.#block(nodes, value)
    this.#variables = variables
    this.#name = outer
  }

  #range(node: Branch, value: Value, dot: Value): void {
    const entries = entriesOf(value)
    if (entries.length === 0) return this.#block(node.otherwise, dot)
    const names = node.pipeline.variables
    const depth = this.#variables.length
    for (const [key, item] of entries) {
      if (names.length === 2) this.#set(names.slice(0, 1), key)
      this.#set(names.slice(-1), item)
      try {
        this.#block(node.body, item)
      } catch (error) {
        if (!(error instanceof LoopExit)) throw error
        if (error.kind === 'break') break
      } finally {
        this.#variables.length = depth
      }
    }
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
    try {
      return functions[command.function]?.(...operands, ...piped)
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error)
      throw this.#fault(command.position, command.text, `error calling ${command.function}: ${why}`)
    }
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
      if (value !== undefined && value !== null && !isObject(value))
        throw this.#fault(position, text, `can't evaluate field ${field} in type interface {}`)
      const inner = fieldOf(value, field)
      if (inner === undefined && !this.#allowMissingKeys)
        throw this.#fault(position, text, `map has no entry for key ${JSON.stringify(field)}`)
      return inner
    }, found)
  }

  #fault(position: string, text: string, why: string): Error {
    const name = JSON.stringify(this.#name)
    return new Error(`template: output:${position}: executing ${name} at <${shortened(text)}>: ${why}`)
  }
}

function fieldOf(value: Value, field: string): Value {
  return isObject(value) && Object.hasOwn(value, field) ? value[field] : undefined
}

/** The keys and items that a `range` visits: of a map in the order of its keys, of any other value none. */
function entriesOf(value: Value): [Value, Value][] {
  if (Array.isArray(value)) return value.map((item, index) => [index, item])
  return isObject(value) ? Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)) : []
}
