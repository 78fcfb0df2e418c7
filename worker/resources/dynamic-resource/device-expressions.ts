import { InstantiationError } from '../../cel/calls.ts'
import { compile } from '../../cel/cel.ts'
import { readType } from '../../cel/declarations.ts'
import { CompileError, ResultTypeError } from '../../cel/faults.ts'
import type { Type } from '../../cel/types.ts'

/** The attributes that an expression for device selection may read, by type. */
const ATTRIBUTES = new Map(
  Object.entries({
    quantity: 'kubernetes.Quantity',
    bool: 'bool',
    int: 'int',
    intslice: 'list(int)',
    string: 'string',
    stringslice: 'list(string)',
    version: 'dyn',
  }).map(([name, type]) => [`attributes.${name}`, readType(`map(string, ${type})`)] as const),
)

/** Functions of the semver library, which is not implemented here: expressions that call them are accepted unchecked. */
const OF_VERSIONS = /\b(?:semver|isSemver)\(/

interface ExpressionFault {
  readonly text: string
  /** Whether the evaluation of a constant part fails. The real server reports this as an internal error. */
  readonly isInternal?: boolean
}

/** The reason to refuse an expression; undefined for a valid one. */
export function deviceExpressionFault(source: string): ExpressionFault | undefined {
  if (OF_VERSIONS.test(source)) return undefined
  const isReturned = ({ name }: Type): boolean => name === 'bool' || name === 'dyn'
  try {
    compile(source, { variables: ATTRIBUTES, strictCost: false }, isReturned)
    return undefined
  } catch (error) {
    if (error instanceof CompileError) return { text: `compilation failed: ${error.message}` }
    if (error instanceof ResultTypeError) return { text: 'must evaluate to bool' }
    if (error instanceof InstantiationError)
      return { text: `program instantiation failed: ${error.message}`, isInternal: true }
    throw error
  }
}
