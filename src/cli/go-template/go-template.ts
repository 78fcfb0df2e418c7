import { utf8Length } from '../../../worker/runtime/utf8.ts'
import { quote } from '../../../worker/api/go-format.ts'
import type { Json } from '../../../worker/api/json.ts'
import { isObject } from '../../../worker/api/json.ts'
import type { TemplateFunction } from './functions.ts'
import { functions } from './functions.ts'
import type { BranchNode, Command, Node, Operand, Pipeline, TemplateNode } from './nodes.ts'
import { GoInt, GoNumber, nodeText } from './nodes.ts'
import type { ParsedTemplate } from './parser.ts'
import { parseGoTemplate } from './parser.ts'
import type { Value } from './values.ts'
import { isTrue, show, typeOf, valueText } from './values.ts'
import type { Call, ReflectedValue } from './reflected-value.ts'
import { inInterface, reflected, INVALID, LoopExit } from './reflected-value.ts'
import { ExecutionError } from './execution-error.ts'
import { errorMessage } from '../../../worker/runtime/error-message.ts'
import { isStackOverflow } from '../../../worker/runtime/stack-overflow.ts'

/**
 * Compiles a template of Go's `text/template`. Objects have no methods here. The error of an execution has the
 * earlier output as its `output`.
 * @throws Error for a template that cannot be parsed
 */
export function compileGoTemplate(source: string, allowMissingKeys: boolean): (data: Json) => string {
  const parsed = parseGoTemplate(source, new Set(functions.keys()))
  return (data) => new Execution(source, parsed, allowMissingKeys).run(data)
}

type Located = Operand | Command | TemplateNode

/** The largest depth of nested template calls in Go. */
const DEPTH = 100_000

class Execution {
  readonly #source: string
  readonly #template: ParsedTemplate
  readonly #allowMissingKeys: boolean
  /** The visible variables, the innermost last. */
  #variables: { readonly name: string; value: ReflectedValue }[] = []
  /** The name of the current template. */
  #name = 'output'
  /** The node that error messages name. */
  #node: Located | undefined
  #depth = 0
  #out = ''

  constructor(source: string, template: ParsedTemplate, allowMissingKeys: boolean) {
    this.#source = source
    this.#template = template
    this.#allowMissingKeys = allowMissingKeys
  }

  run(data: Value): string {
    const dot = reflected(data)
    this.#variables = [{ name: '$', value: dot }]
    try {
      this.#list(this.#template.nodes, dot)
    } catch (error) {
      if (this.#depth === 0 || !isStackOverflow(error)) throw error // The stack ends before DEPTH.
      throw this.#fault(`exceeded maximum template depth (${DEPTH})`)
    }
    return this.#out
  }

  #fault(why: string): ExecutionError {
    const node = this.#node
    if (node === undefined) return new ExecutionError(`template: output: ${why}`, this.#out)
    const before = this.#source.slice(0, node.at)
    const line = before.split('\n').length
    const column = utf8Length(before.slice(before.lastIndexOf('\n') + 1))
    const place = `output:${line}:${column}: executing ${quote(this.#name)} at <${nodeText(node)}>`
    return new ExecutionError(`template: ${place}: ${why}`, this.#out)
  }

  #list(nodes: readonly Node[], dot: ReflectedValue): void {
    for (const node of nodes) this.#walk(node, dot)
  }

  #walk(node: Node, dot: ReflectedValue): void {
    switch (node.kind) {
      case 'text':
        this.#out += node.text
        return
      case 'break':
      case 'continue':
        throw new LoopExit(node.kind)
      case 'template':
        return this.#call(node, dot)
      case 'action': {
        const { value } = this.#pipeline(node.pipeline, dot)
        if (node.pipeline.variables.length === 0) this.#out += show(value)
        return
      }
      default: {
        const depth = this.#variables.length
        if (node.kind === 'range') this.#range(node, dot)
        else this.#branch(node, dot)
        this.#variables.length = depth
      }
    }
  }

  #branch(node: BranchNode, dot: ReflectedValue): void {
    const value = this.#pipeline(node.pipeline, dot)
    if (isTrue(value.value)) this.#list(node.body, node.kind === 'with' ? value : dot)
    else this.#list(node.otherwise, dot)
  }

  /** Executes a named template, which can read only its own dot: both `.` and `$` name it. */
  #call(node: TemplateNode, dot: ReflectedValue): void {
    this.#node = node
    const nodes = this.#template.definitions.get(node.name)
    if (nodes === undefined) throw this.#fault(`template ${quote(node.name)} not defined`)
    if (++this.#depth > DEPTH) throw this.#fault(`exceeded maximum template depth (${DEPTH})`)
    const value = node.pipeline === undefined ? INVALID : this.#pipeline(node.pipeline, dot)
    const [variables, name] = [this.#variables, this.#name]
    this.#variables = [{ name: '$', value }]
    this.#name = node.name
    this.#list(nodes, value)
    this.#variables = variables
    this.#name = name
    this.#depth--
  }

  #range(node: BranchNode, dot: ReflectedValue): void {
    const depth = this.#variables.length
    const { value } = this.#pipeline({ ...node.pipeline, variables: [] }, dot)
    const entries = this.#entries(value)
    if (entries.length === 0) return this.#list(node.otherwise, dot)
    const { variables, isAssignment } = node.pipeline
    for (const [key, item] of entries) {
      const values = variables.length === 2 ? [reflected(key), inInterface(item)] : [inInterface(item)]
      variables.forEach((name, at) => this.#setVariable(name, values[at] ?? INVALID, isAssignment))
      try {
        this.#list(node.body, inInterface(item))
      } catch (error) {
        if (!(error instanceof LoopExit)) throw error
        if (error.kind === 'break') break
      } finally {
        this.#variables.length = depth
      }
    }
  }

  /** The keys and items that a `range` visits. The items of a map are in the order of its keys. */
  #entries(value: Value): [Value, Value][] {
    if (Array.isArray(value)) return value.map((item, index) => [new GoInt(index), item])
    if (isObject(value) && !(value instanceof GoNumber))
      return Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))
    if (value === undefined || value === null) return []
    throw this.#fault(`range can't iterate over ${valueText(value)}`)
  }

  #setVariable(name: string, value: ReflectedValue, isAssignment: boolean): void {
    const existing = isAssignment ? this.#variables.findLast((each) => each.name === name) : undefined
    if (existing === undefined && isAssignment) throw this.#fault(`undefined variable: ${name}`)
    if (existing === undefined) this.#variables.push({ name, value })
    else existing.value = value
  }

  #pipeline(pipeline: Pipeline, dot: ReflectedValue): ReflectedValue {
    this.#node = pipeline
    let value: ReflectedValue | undefined
    for (const command of pipeline.commands) {
      const result = this.#command(command, dot, value)
      // Outside its map, a null is a missing value.
      value = reflected(result.value ?? undefined)
    }
    const result = value ?? INVALID
    for (const name of pipeline.variables) this.#setVariable(name, result, pipeline.isAssignment)
    return result
  }

  /** The result of one command. @param final the result of the previous command in the pipeline */
  #command(command: Command, dot: ReflectedValue, final: ReflectedValue | undefined): ReflectedValue {
    const [first, ...args] = command.operands
    if (first === undefined) return INVALID
    const call = { dot, args, final }
    if (first.kind === 'function') return this.#function(first, command, call)
    const hasArguments = args.length > 0 || final !== undefined
    if (first.kind !== 'pipeline') this.#node = first
    if (hasArguments && (first.kind !== 'variable' || first.fields.length === 0)) {
      if (first.kind !== 'field' && first.kind !== 'chain')
        throw this.#fault(`can't give argument to non-function ${nodeText(first)}`)
    }
    if (first.kind === 'nil') throw this.#fault('nil is not a command')
    return this.#operand(first, dot, hasArguments)
  }

  #operand(operand: Operand, dot: ReflectedValue, hasArguments = false): ReflectedValue {
    if (operand.kind === 'pipeline') return this.#pipeline(operand, dot)
    this.#node = operand
    switch (operand.kind) {
      case 'dot':
        return dot
      case 'nil':
        return inInterface(null)
      case 'boolean':
      case 'number':
      case 'string':
        return reflected(operand.value)
      case 'function':
        return this.#function(operand, operand, { dot, args: [], final: undefined })
      case 'field':
        return this.#fields(dot, operand.fields, hasArguments)
      case 'variable': {
        const variable = this.#variables.findLast(({ name }) => name === operand.name)
        return this.#fields(variable?.value ?? INVALID, operand.fields, hasArguments)
      }
      default: {
        if (operand.operand.kind === 'nil')
          throw this.#fault(`indirection through explicit nil in ${nodeText(operand)}`)
        // An error about the fields names the last node inside the parentheses.
        return this.#fields(this.#operand(operand.operand, dot), operand.fields, hasArguments)
      }
    }
  }

  #fields(receiver: ReflectedValue, fields: readonly string[], hasArguments: boolean): ReflectedValue {
    return fields.reduce(
      (inner, field, at) => this.#field(inner, field, hasArguments && at === fields.length - 1),
      receiver,
    )
  }

  #field({ value, isInterface }: ReflectedValue, field: string, hasArguments: boolean): ReflectedValue {
    if (value === undefined) {
      if (this.#allowMissingKeys) return INVALID
      throw this.#fault(`nil data; no entry for key ${quote(field)}`)
    }
    if (value === null) throw this.#fault(`nil pointer evaluating interface {}.${field}`)
    if (!isObject(value) || value instanceof GoNumber)
      throw this.#fault(`can't evaluate field ${field} in type ${isInterface ? 'interface {}' : typeOf(value)}`)
    if (hasArguments) throw this.#fault(`${field} is not a method but has arguments`)
    if (Object.hasOwn(value, field)) return inInterface(value[field])
    if (this.#allowMissingKeys) return INVALID
    throw this.#fault(`map has no entry for key ${quote(field)}`)
  }

  #function(node: Operand & { kind: 'function' }, command: Command | Operand, call: Call): ReflectedValue {
    this.#node = node
    const { name } = node
    const called = functions.get(name)
    if (called === undefined) throw this.#fault(`${quote(name)} is not a defined function`)
    this.#checkCount(name, called, call)
    if (name === 'and' || name === 'or') return this.#shortCircuit(name === 'or', call)
    const { dot, args, final } = call
    const values = args.map((arg, at) => this.#argument(arg, dot, called.texts?.includes(at) ?? false))
    if (final !== undefined) {
      this.#requireText(final, called.texts?.includes(args.length) ?? false)
      values.push(final.value)
    }
    try {
      return reflected(called.call(...values))
    } catch (error) {
      this.#node = command
      throw this.#fault(`error calling ${name}: ${errorMessage(error)}`)
    }
  }

  #checkCount(name: string, { least, isVariadic }: TemplateFunction, { args, final }: Call): void {
    const count = args.length + (final === undefined ? 0 : 1)
    if (isVariadic && count < least)
      throw this.#fault(`wrong number of args for ${name}: want at least ${least} got ${args.length}`)
    if (!isVariadic && count !== least)
      throw this.#fault(`wrong number of args for ${name}: want ${least} got ${count}`)
  }

  /** `and` and `or` stop at the argument that decides. */
  #shortCircuit(deciding: boolean, { dot, args, final }: Call): ReflectedValue {
    let value: Value
    for (const arg of args) {
      value = this.#argument(arg, dot, false)
      if (isTrue(value) === deciding) return reflected(value)
    }
    return final ?? reflected(value)
  }

  #argument(operand: Operand, dot: ReflectedValue, isText: boolean): Value {
    if (operand.kind !== 'pipeline') this.#node = operand
    if (isText && operand.kind === 'nil') throw this.#fault('cannot assign nil to string')
    if (isText && (operand.kind === 'boolean' || operand.kind === 'number'))
      throw this.#fault(`expected string; found ${nodeText(operand)}`)
    if (operand.kind === 'nil') return undefined
    const value = this.#operand(operand, dot)
    this.#requireText(value, isText)
    return value.value
  }

  #requireText({ value }: ReflectedValue, isText: boolean): void {
    if (!isText || typeof value === 'string') return
    if (value === undefined) throw this.#fault('invalid value; expected string')
    throw this.#fault(`wrong type for value; expected string; got ${value === null ? 'interface {}' : typeOf(value)}`)
  }
}
