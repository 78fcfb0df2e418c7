import type { LoopExitNode, Operand } from './nodes.ts'
import type { Value } from './values.ts'

/** Ends the innermost range, or one round of it. */
export class LoopExit {
  readonly kind: LoopExitNode['kind']
  constructor(kind: LoopExitNode['kind']) {
    this.kind = kind
  }
}

/** A value with its type in Go's reflection: a member of a map or list is an `interface {}` until it is used. */
export interface ReflectedValue {
  readonly value: Value
  readonly isInterface: boolean
}

export const reflected = (value: Value): ReflectedValue => ({ value, isInterface: false })
export const inInterface = (value: Value): ReflectedValue => ({ value, isInterface: true })
export const INVALID = reflected(undefined)

/** The arguments of a function call. */
export interface Call {
  readonly dot: ReflectedValue
  readonly args: readonly Operand[]
  /** The value of the previous command in a pipeline, which is the last argument. */
  readonly final: ReflectedValue | undefined
}
