import { MAX_FIELD_ERRORS } from '../../api/field-error.ts'
import { InstantiationError } from '../../cel/calls.ts'
import type { Program } from '../../cel/cel.ts'
import { compile } from '../../cel/cel.ts'
import { readType } from '../../cel/declarations.ts'
import { CompileError, ResultTypeError } from '../../cel/faults.ts'
import { AUTHORIZER, RESOURCE_CHECK } from '../../cel/libraries/authorizer.ts'
import type { Type } from '../../cel/types.ts'
import { DYN, opaque, struct, variableType } from '../../cel/types.ts'

/** The variables that an expression of a policy or webhook may use besides the request and its objects. */
export interface ExpressionScope {
  readonly params: boolean
  readonly authorizer: boolean
  /** The variables that a policy defines, by name; absent for expressions that may not read them. */
  readonly variables?: ReadonlyMap<string, Type>
}

export type CompiledExpression =
  | { readonly program: Program }
  /**
   * `isInternal`: the evaluation of a constant part fails, as in `1 / 0`. The real server reports this fault as an internal
   * error, not as an invalid value.
   */
  | { readonly fault: string; readonly isInternal: boolean }

/**
 * Makes a struct type. Each line of `fields` has the form `name: type`. A type, or the item type of a list, may be a key of
 * `inner`.
 */
function structOf(name: string, fields: string, inner: Readonly<Record<string, Type>> = {}): Type {
  const pairs = fields
    .trim()
    .split(/\s*\n\s*/)
    .map((line): [string, Type] => {
      const [field = '', type = ''] = line.split(': ')
      const list = /^list\((.+)\)$/.exec(type)?.[1]
      const own = inner[list ?? type]
      if (own === undefined) return [field, readType(type)]
      return [field, list === undefined ? own : { kind: 'list', name: 'list', parameters: [own] }]
    })
  return struct(name, new Map(pairs))
}

const KIND = structOf('kubernetes.GroupVersionKind', 'group: string\nversion: string\nkind: string')
const RESOURCE = structOf('kubernetes.GroupVersionResource', 'group: string\nversion: string\nresource: string')
const USER = structOf(
  'kubernetes.UserInfo',
  `username: string
   uid: string
   groups: list(string)
   extra: map(string, list(string))`,
)
const REQUEST = structOf(
  'kubernetes.AdmissionRequest',
  `kind: KIND
   resource: RESOURCE
   subResource: string
   requestKind: KIND
   requestResource: RESOURCE
   requestSubResource: string
   name: string
   namespace: string
   operation: string
   userInfo: USER
   dryRun: bool
   options: dyn`,
  { KIND, RESOURCE, USER },
)
const META = structOf(
  'kubernetes.NamespaceMetadata',
  `name: string
   generateName: string
   namespace: string
   labels: map(string, string)
   annotations: map(string, string)
   UID: string
   creationTimestamp: timestamp
   deletionGracePeriodSeconds: int
   deletionTimestamp: timestamp
   generation: int
   resourceVersion: string
   finalizers: list(string)`,
)
const CONDITION = structOf(
  'kubernetes.NamespaceCondition',
  `status: string
   type: string
   lastTransitionTime: timestamp
   message: string
   reason: string`,
)
const STATUS = structOf('kubernetes.NamespaceStatus', 'conditions: list(CONDITION)\nphase: string', { CONDITION })
const SPEC = structOf('kubernetes.NamespaceSpec', 'finalizers: list(string)')
const NAMESPACE = structOf('kubernetes.Namespace', 'metadata: META\nspec: SPEC\nstatus: STATUS', { META, SPEC, STATUS })

const ALWAYS: readonly (readonly [string, Type])[] = [
  ['object', DYN],
  ['oldObject', DYN],
  ['request', REQUEST],
  ['namespaceObject', NAMESPACE],
  // The type provider of the real server takes the names of these types for variables, which have no value.
  ...[KIND, RESOURCE, USER, REQUEST, META, CONDITION, STATUS, SPEC, NAMESPACE].map(
    (type) => [type.name, type] as const,
  ),
]

/** The type of each variable that an expression may read. */
export function variableTypes({ params, authorizer, variables }: ExpressionScope): Map<string, Type> {
  const types = new Map(ALWAYS)
  if (params) types.set('params', DYN)
  if (authorizer) {
    types.set('authorizer', opaque(AUTHORIZER))
    types.set('authorizer.requestResource', opaque(RESOURCE_CHECK))
  }
  if (variables !== undefined) types.set('variables', struct('kubernetes.variables', variables))
  return types
}

/** Compiles an expression. `returns` names the types that its value may have; an empty list allows every type. */
export function compileExpression(
  source: string,
  scope: ExpressionScope,
  returns: readonly string[],
): CompiledExpression {
  const isReturned = ({ name, isWrapper }: Type): boolean =>
    returns.length === 0 || (returns.includes(name) && isWrapper !== true)
  const shown = returns.length === 1 ? (returns[0] ?? '') : `one of [${returns.join(' ')}]`
  try {
    return { program: compile(source, { variables: variableTypes(scope), strictCost: false }, isReturned) }
  } catch (error) {
    if (error instanceof CompileError) return { fault: `compilation failed: ${error.message}`, isInternal: false }
    if (error instanceof ResultTypeError) return { fault: `must evaluate to ${shown}`, isInternal: false }
    if (error instanceof InstantiationError)
      return { fault: `program instantiation failed: ${error.message}`, isInternal: true }
    throw error
  }
}

/** Matches an expression that reads `variables` as a whole, and not only its fields. */
const HOLDS_ALL = /\bvariables\b(?!\s*\.)/

/**
 * Compiles the variables of a policy in order, because each may read the earlier ones. `types` has the type of each variable:
 * the dynamic type for a variable that cannot be compiled, and none for a variable without an expression. `types` is undefined
 * for a policy without variables.
 */
export function compileVariables(
  given: readonly { readonly name: string; readonly expression: string }[],
  params: boolean,
): { readonly types: ReadonlyMap<string, Type> | undefined; readonly compiled: readonly CompiledExpression[] } {
  const types = new Map<string, Type>()
  let fault: CompiledExpression | undefined
  let faults = 0
  const compiled = given.map(({ name, expression }): CompiledExpression => {
    const isVariable = expression.trim() !== ''
    if (fault !== undefined && faults >= MAX_FIELD_ERRORS) {
      // The answer has room for no more faults, so the remaining expressions are not compiled.
      if (isVariable) types.set(name, DYN)
      return fault
    }
    // An expression that reads `variables` as a whole gets a copy, because its type must not gain later variables. A copy for
    // every expression would take quadratic time.
    const variables = HOLDS_ALL.test(expression) ? new Map(types) : types
    const one = compileExpression(expression, { params, authorizer: true, variables }, [])
    if ('fault' in one) {
      fault = one
      faults++
    }
    if (isVariable) types.set(name, 'program' in one ? variableType(one.program.type) : DYN)
    return one
  })
  return { types: given.length === 0 ? undefined : types, compiled }
}
