import { age, flag, integer } from '../columns.ts'
import { quote } from '../../api/go-format.ts'
import type { Rule } from '../notation/rule.ts'
import { at, checkObject, oneOf, required } from '../notation/rule.ts'
import { numberAt, textAt } from '../path.ts'
import { immutableAs, keptOr } from '../rules/immutability.ts'
import type { Kind } from '../resource.ts'
import { SYSTEM_CLASSES } from './system-classes.ts'

/** The highest value of a user's class; higher values are reserved for the system. */
const HIGHEST = 1_000_000_000
const PREFIX = 'system-'

/** The text about the first difference from the system class of that name. */
function difference(name: string, value: number, isGlobal: boolean): string | undefined {
  const own = SYSTEM_CLASSES.get(name)?.value
  if (own === undefined) return `${name} is not a known system priority class`
  if (value !== own) return `value of ${name} PriorityClass must be ${own}`
  return isGlobal ? `globalDefault of ${name} PriorityClass must be false` : undefined
}

const reserved = checkObject((priority, place) => {
  const name = textAt(priority, 'metadata.name')
  const value = numberAt(priority, 'value')
  if (name.startsWith(PREFIX)) {
    const why = difference(name, value, priority['globalDefault'] === true)
    const text = `priority class names with '${PREFIX}' prefix are reserved for system use only. error: `
    if (why !== undefined) place.forbidden(text + why, 'metadata', 'name')
  } else if (value > HIGHEST) {
    place.forbidden(`maximum allowed value of a user defined priority is ${HIGHEST}`, 'value')
  }
})

const rules: readonly Rule[] = [reserved, at('preemptionPolicy', required(), oneOf('PreemptLowerPriority', 'Never'))]

export const priorityClasses = {
  resource: 'scheduling.{domain}/priorityclasses',
  defaults: { preemptionPolicy: 'PreemptLowerPriority' },
  rules,
  updates: [
    at('value', keptOr('may not be changed in an update.')),
    at(
      'preemptionPolicy',
      immutableAs((value) => (typeof value === 'string' ? quote(value) : '"null"')),
    ),
  ],
  behaviour: () => ({
    keepsForever: (name) =>
      SYSTEM_CLASSES.has(name) ? 'this is a system priority class and cannot be deleted' : undefined,
    columns: [
      integer(
        'Value',
        'value represents the integer value of this priority class. This is the actual priority that pods receive when they have the name of this class in their pod spec.',
        'value',
      ),
      flag(
        'Global-Default',
        'globalDefault specifies whether this PriorityClass should be considered as the default priority for pods that do not have any priority class. Only one PriorityClass can be marked as `globalDefault`. However, if more than one PriorityClasses exists with their `globalDefault` field set to true, the smallest value of such global default PriorityClasses will be used as the default priority.',
        'globalDefault',
      ),
      age,
    ],
  }),
} satisfies Kind
