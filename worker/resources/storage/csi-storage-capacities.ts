import { dnsSubdomain } from '../../api/names.ts'
import { text } from '../columns.ts'
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
  behaviour: () => ({
    columns: [
      text(
        'StorageClassName',
        'storageClassName represents the name of the StorageClass that the reported capacity applies to. It must meet the same requirements as the name of a StorageClass object (non-empty, DNS subdomain). If that object no longer exists, the CSIStorageCapacity object is obsolete and should be removed by its creator. This field is immutable.',
        'storageClassName',
      ),
      text(
        'Capacity',
        'capacity is the value reported by the CSI driver in its GetCapacityResponse for a GetCapacityRequest with topology and parameters that match the previous fields.\n\nThe semantic is currently (CSI spec 1.2) defined as: The available capacity, in bytes, of the storage that can be used to provision volumes. If not set, that information is currently unavailable.',
        ({ capacity }) => (typeof capacity === 'string' ? capacity : '<unset>'),
      ),
    ],
  }),
} satisfies Kind
