import { compile } from '../../cel/cel.ts'
import { readType } from '../../cel/declarations.ts'
import { CompileError } from '../../cel/faults.ts'

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

/** The reason to refuse an expression; undefined for a valid one. */
export function deviceExpressionFault(source: string): string | undefined {
  if (OF_VERSIONS.test(source)) return undefined
  try {
    const { type } = compile(source, { variables: ATTRIBUTES, strictCost: false })
    return type.name === 'bool' || type.name === 'dyn' ? undefined : 'must evaluate to bool'
  } catch (error) {
    if (error instanceof CompileError) return `compilation failed: ${error.message}`
    throw error
  }
}
