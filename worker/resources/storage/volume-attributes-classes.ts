import { age, name, text } from '../columns.ts'
import type { Rule } from '../notation/rule.ts'
import { at, required } from '../notation/rule.ts'
import { keptOr } from '../rules/immutability.ts'
import { parameters, provisioner } from '../rules/storage-provisioner.ts'
import type { Kind } from '../resource.ts'

const rules: readonly Rule[] = [
  at('driverName', required(), provisioner),
  at('parameters', required('must contain at least one key/value pair'), parameters),
]

const fixed = (field: string): Rule => at(field, keptOr(`updates to ${field} are forbidden.`))

export const volumeAttributesClasses = {
  resource: 'storage.{domain}/volumeattributesclasses',
  rules,
  updates: [...rules, fixed('driverName'), fixed('parameters'), ...rules],
  behaviour: ({ spell }) => {
    const mark = spell('volumeattributesclass.alpha.{labels}/is-default-class')
    return {
      columns: [
        {
          ...name,
          cell({ metadata }) {
            return `${metadata?.name ?? ''}${metadata?.annotations?.[mark] === 'true' ? ' (default)' : ''}`
          },
        },
        text('DriverName', 'Name of the CSI driver This field is immutable.', 'driverName'),
        age,
      ],
    }
  },
} satisfies Kind
