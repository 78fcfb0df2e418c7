import { InstantiationError } from '../../cel/calls.ts'
import type { Program } from '../../cel/cel.ts'
import { compile } from '../../cel/cel.ts'
import { CompileError, ResultTypeError } from '../../cel/faults.ts'
import type { Type } from '../../cel/types.ts'
import { BOOL, STRING, optionalOf } from '../../cel/types.ts'
import type { ValidationRule } from '../../schema/custom/json-schema.ts'
import type { DeclaredType } from './declared-types.ts'
import { sizeAt } from './declared-types.ts'

export interface CompiledExpression {
  readonly rule: ValidationRule
  /** The compiled rule; undefined when the rule is empty or invalid. */
  readonly program: Program | undefined
  readonly fault: string | undefined
  readonly message: Program | undefined
  readonly messageFault: string | undefined
  readonly usesOldSelf: boolean
}

/** Compiles the rules of one schema; `fault` is the reason why a rule cannot be compiled. */
export function compileExpressions(rules: readonly ValidationRule[], declared: DeclaredType): CompiledExpression[] {
  return rules.map((rule) => compileRule(rule, declared))
}

const NOTHING = { program: undefined, fault: undefined, message: undefined, messageFault: undefined }

function compileRule(rule: ValidationRule, declared: DeclaredType): CompiledExpression {
  if (rule.rule.trim() === '') return { ...NOTHING, rule, usesOldSelf: false }
  const { type } = declared
  const variables = new Map([
    ['self', type],
    ['oldSelf', rule.optionalOldSelf === true ? optionalOf(type) : type],
  ])
  const read = (source: string, expected: Type, words: Words): Attempt =>
    attempt(source, expected, words, { variables, sizeOf: (path) => sizeAt(declared, path) })
  const { program, fault } = read(rule.rule, BOOL, OF_RULES)
  if (program === undefined) return { ...NOTHING, rule, fault, usesOldSelf: false }
  const usesOldSelf = program.reads.has('oldSelf')
  const message =
    (rule.messageExpression ?? '') === '' ? undefined : read(rule.messageExpression ?? '', STRING, OF_MESSAGES)
  return { rule, program, fault, usesOldSelf, message: message?.program, messageFault: message?.fault }
}

interface Attempt {
  readonly program: Program | undefined
  readonly fault: string | undefined
}

interface Words {
  readonly compile: string
  readonly type: string
  readonly instantiate: string
}

const OF_RULES: Words = {
  compile: 'compilation failed',
  type: 'cel expression must evaluate to a bool',
  instantiate: 'program instantiation failed',
}
const OF_MESSAGES: Words = {
  compile: 'messageExpression compilation failed',
  type: 'messageExpression must evaluate to a string',
  instantiate: 'messageExpression instantiation failed',
}

function attempt(source: string, expected: Type, words: Words, scope: Parameters<typeof compile>[1]): Attempt {
  try {
    return { program: compile(source, scope, (type) => type === expected), fault: undefined }
  } catch (error) {
    if (error instanceof CompileError) return { program: undefined, fault: `${words.compile}: ${error.message}` }
    if (error instanceof ResultTypeError) return { program: undefined, fault: words.type }
    if (error instanceof InstantiationError)
      return { program: undefined, fault: `${words.instantiate}: ${error.message}` }
    throw error
  }
}
