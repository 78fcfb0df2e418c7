import type { Rule } from '../notation/rule.ts'
import { at, each, required } from '../notation/rule.ts'
import { nodeSelector } from '../rules/affinity.ts'
import type { Kind } from '../resource.ts'
import { claimParameters, classParameters, driver, model, ownDriver, selector } from './shared-rules.ts'

const classRules: readonly Rule[] = [driver, at('parametersRef', classParameters), at('suitableNodes', nodeSelector)]

export const resourceClasses = {
  resource: 'resource.{domain}/resourceclasses',
  rules: classRules,
} satisfies Kind

export const resourceClaimParameters = {
  resource: 'resource.{domain}/resourceclaimparameters',
  rules: [
    at('generatedFrom', claimParameters),
    each(
      'driverRequests',
      ownDriver,
      at('requests', required('empty entries with no requests are not allowed')),
      each('requests', model(selector)),
    ),
  ],
} satisfies Kind

export const resourceClassParameters = {
  resource: 'resource.{domain}/resourceclassparameters',
  rules: [
    at('generatedFrom', classParameters),
    each('filters', ownDriver, model(selector)),
    each('vendorParameters', ownDriver),
  ],
} satisfies Kind
