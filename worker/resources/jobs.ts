import { numberAt } from './path.ts'
import type { Kind } from './resource.ts'

export const jobs = {
  resource: 'batch/jobs',
  behaviour: () => ({
    deleteWarnings: [
      'child pods are preserved by default when jobs are deleted; set propagationPolicy=Background to remove them or set propagationPolicy=Orphan to suppress this warning',
    ],
    unsupportedField: (label) => `field label "${label}" not supported for Job`,
    fieldSelectors: { 'status.successful': (object) => String(numberAt(object, 'status.succeeded')) },
  }),
} satisfies Kind
