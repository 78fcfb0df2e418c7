import type { Kind } from '../resource.ts'
import { jobSpec } from '../rules/job-defaults.ts'

export const cronJobs = {
  resource: 'batch/cronjobs',
  defaults: {
    spec: {
      concurrencyPolicy: 'Allow',
      suspend: false,
      jobTemplate: { spec: jobSpec },
      successfulJobsHistoryLimit: 3,
      failedJobsHistoryLimit: 1,
    },
  },
} satisfies Kind
