import { dnsSubdomain } from '../../api/names.ts'
import type { Rule } from '../notation/rule.ts'
import { at, checkObject } from '../notation/rule.ts'
import { textAt } from '../path.ts'
import { goLabelSelector } from '../../api/go-source.ts'
import { immutableAs, immutableText, shownOrNull } from '../rules/immutability.ts'
import { labelSelector } from '../rules/label-selector.ts'
import { nonNegativeQuantity } from '../rules/quantities.ts'
import type { Kind } from '../resource.ts'

const rules: readonly Rule[] = [
  at('nodeTopology', labelSelector),
  checkObject((capacity, place) => {
    const name = textAt(capacity, 'storageClassName')
    for (const fault of dnsSubdomain(name)) place.invalid(name, fault, 'storageClassName')
  }),
  at('capacity', nonNegativeQuantity),
]

export const csiStorageCapacities = {
  resource: 'storage.{domain}/csistoragecapacities',
  rules,
  updates: [
    ...rules,
    at('nodeTopology', immutableAs(shownOrNull(goLabelSelector))),
    at('storageClassName', immutableText),
  ],
} satisfies Kind
