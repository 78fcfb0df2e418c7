import type { Rule } from '../notation/rule.ts'
import { checkObject } from '../notation/rule.ts'
import { textAt } from '../path.ts'
import { deviceExpressionFault } from './device-expressions.ts'

/** Checks `selector`: a CEL expression that selects devices. */
export const deviceSelector: Rule = checkObject((holder, place, old) => {
  const source = textAt(holder, 'selector')
  if (source === '') return place.required('', 'selector')
  // A stored expression stays valid, even when another version of the language accepted it.
  if (old !== undefined && textAt(old, 'selector') === source) return
  const fault = deviceExpressionFault(source)
  if (fault?.isInternal === true) place.internal(fault.text, 'selector')
  else if (fault !== undefined) place.invalid(source, fault.text, 'selector')
})
