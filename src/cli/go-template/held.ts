import type { LoopExitNode } from './nodes.ts'
import type { Value } from './values.ts'

/** Ends the innermost range, or one round of it. */
export class LoopExit {
  readonly kind: LoopExitNode['kind']
  constructor(kind: LoopExitNode['kind']) {
    this.kind = kind
  }
}

/** A value with the type that Go's reflection sees: a member of a map or list is an `interface {}` until it is used. */
export interface Held {
  readonly value: Value
  readonly isBoxed: boolean
}

export const held = (value: Value): Held => ({ value, isBoxed: false })
export const boxed = (value: Value): Held => ({ value, isBoxed: true })
export const INVALID = held(undefined)
