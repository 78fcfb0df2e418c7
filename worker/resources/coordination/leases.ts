import { age, text } from '../columns.ts'
import { at, nonNegative, positive } from '../notation/rule.ts'
import type { Kind } from '../resource.ts'

export const leases = {
  resource: 'coordination.{domain}/leases',
  rules: [at('spec', at('leaseDurationSeconds', positive), at('leaseTransitions', nonNegative))],
  behaviour: () => ({
    columns: [
      text('Holder', 'holderIdentity contains the identity of the holder of a current lease.', 'spec.holderIdentity'),
      age,
    ],
  }),
} satisfies Kind
