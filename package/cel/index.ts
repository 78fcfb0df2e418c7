/**
 * `tabplane/cel`: the expressions of validation rules and admission policies, with the libraries and the costs of
 * Kubernetes 1.30.
 *
 * @packageDocumentation
 */
export { compile, typeOf, type Environment, type Outcome, type Program } from '../../worker/cel/cel.ts'
export type { SizeOf } from '../../worker/cel/call-estimate.ts'
export type { FunctionDeclaration, Implementation, Overload } from '../../worker/cel/declarations.ts'
export { BudgetError, EvaluationError } from '../../worker/cel/evaluation-error.ts'
export { CompileError } from '../../worker/cel/faults.ts'
export type { Activation } from '../../worker/cel/frame.ts'
export type { Json, JsonObject } from '../../worker/api/json.ts'
export { jsonValue } from '../../worker/cel/json-values.ts'
export {
  BOOL,
  BYTES,
  DOUBLE,
  DURATION,
  DYN,
  INT,
  listOf,
  mapOf,
  optionalOf,
  STRING,
  struct,
  TIMESTAMP,
  UINT,
  type Type,
  type TypeKind,
} from '../../worker/cel/types.ts'
export {
  Dict,
  Double,
  Duration,
  List,
  Opaque,
  Optional,
  Timestamp,
  TypeValue,
  Uint,
  type Value,
} from '../../worker/cel/values.ts'
