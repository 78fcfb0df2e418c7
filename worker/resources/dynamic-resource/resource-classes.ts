import { isObject } from '../../api/json.ts'
import type { ApiObject } from '../../api/object.ts'
import { age, text } from '../columns.ts'
import type { Rule } from '../notation/rule.ts'
import { at } from '../notation/rule.ts'
import { nodeSelector } from '../rules/affinity.ts'
import { textAt } from '../path.ts'
import type { Column } from '../behaviour.ts'
import type { Kind } from '../resource.ts'
import { classParameters, driver } from './shared-rules.ts'

const classRules: readonly Rule[] = [driver, at('parametersRef', classParameters), at('suitableNodes', nodeSelector)]

/** The cell GeneratedFrom in the form `Kind.group name`; the namespace is not shown. */
function originCell(parameters: ApiObject): string {
  const { generatedFrom: origin } = parameters
  if (!isObject(origin)) return ''
  return `${textAt(origin, 'kind')}.${textAt(origin, 'apiGroup')} ${textAt(origin, 'name')}`
}

const madeFrom = (what: 'claim' | 'class'): readonly Column[] => [
  text(
    'GeneratedFrom',
    `If this object was created from some other resource, then this links back to that resource. This field is used to find the in-tree representation of the ${what} parameters when the parameter reference of the ${what} refers to some unknown type.`,
    originCell,
  ),
  age,
]

export const resourceClasses = {
  resource: 'resource.{domain}/resourceclasses',
  rules: classRules,
  // The real server runs these rules twice on an update.
  updates: [...classRules, ...classRules],
  behaviour: () => ({
    columns: [
      text(
        'DriverName',
        'DriverName defines the name of the dynamic resource driver that is used for allocation of a ResourceClaim that uses this class.\n\nResource drivers have a unique name in forward domain order (acme.example.com).',
        'driverName',
      ),
      age,
    ],
  }),
} satisfies Kind

export const resourceClaimParameters = {
  resource: 'resource.{domain}/resourceclaimparameters',
  rest: async () => (await import('./parameter-rules.ts')).claimParameterRules,
  behaviour: () => ({ columns: madeFrom('claim') }),
} satisfies Kind

export const resourceClassParameters = {
  resource: 'resource.{domain}/resourceclassparameters',
  rest: async () => (await import('./parameter-rules.ts')).classParameterRules,
  behaviour: () => ({ columns: madeFrom('class') }),
} satisfies Kind
