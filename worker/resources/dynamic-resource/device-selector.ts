import { lazy } from '../../api/lazy.ts'
import type { Rule } from '../notation/rule.ts'
import { checkObject } from '../notation/rule.ts'
import { textAt } from '../path.ts'
import type * as expressions from './device-expressions.ts'

let loaded: typeof expressions | undefined

const load = lazy(async () => {
  loaded = await import('./device-expressions.ts')
})

/** Loads the language of selectors with the first write of an object that has them. */
export const loadSelectors = (): Promise<void> | undefined => (loaded === undefined ? load() : undefined)

/** An expression that selects devices. */
export const deviceSelector: Rule = checkObject((holder, place, old) => {
  const source = textAt(holder, 'selector')
  if (source === '') return place.required('', 'selector')
  // A stored expression stays valid, also when another version of the language accepted it.
  if (old !== undefined && textAt(old, 'selector') === source) return
  if (loaded === undefined) throw new Error('await loadSelectors() before selectors are written')
  const fault = loaded.deviceExpressionFault(source)
  if (fault !== undefined) place.invalid(source, fault, 'selector')
})
