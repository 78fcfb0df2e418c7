import { at, each, required } from '../notation/rule.ts'
import type { Kind } from '../resource.ts'
import { deviceSelector } from './device-selector.ts'
import { claimParameters, classParameters, model, ownDriver } from './shared-rules.ts'

/** The rules of ResourceClaimParameters. They load late, because selectors of devices need the expression language. */
export const claimParameterRules = {
  rules: [
    at('generatedFrom', claimParameters),
    each(
      'driverRequests',
      ownDriver,
      at('requests', required('empty entries with no requests are not allowed')),
      each('requests', model(deviceSelector)),
    ),
  ],
} satisfies Partial<Kind>

/** The rules of ResourceClassParameters. */
export const classParameterRules = {
  rules: [
    at('generatedFrom', classParameters),
    each('filters', ownDriver, model(deviceSelector)),
    each('vendorParameters', ownDriver),
  ],
} satisfies Partial<Kind>
