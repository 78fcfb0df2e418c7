import { constants } from './go-constants.ts'
import { functions } from './go-functions.ts'
import type { GoMap, Scope } from './go-literals.ts'
import { evaluate, isGoMap } from './go-literals.ts'
import { ownFunctions } from './own-functions.ts'

interface RowScope {
  /** The Go test whose own functions the row may call. */
  readonly func?: string
  /** Constants besides the constants of all tables. */
  readonly constants?: Scope['constants']
}

/** The fields of a row that is an anonymous struct or a map; none for any other value. @throws NotWritten */
export function evaluatedRow(row: unknown, { func = '', constants: own = {} }: RowScope = {}): GoMap {
  const value = evaluate(row, {
    constants: { ...constants, ...own },
    functions: { ...functions, ...ownFunctions[func] },
  })
  return isGoMap(value) ? value : {}
}
