import type { Defaults } from '../notation/defaults.ts'
import { podTemplate } from './pod-defaults.ts'

/** What is filled in jobs and in the templates of cron jobs alike. */
export const jobSpec: Defaults = {
  podFailurePolicy: { rules: { onPodConditions: { status: 'True' } } },
  template: podTemplate,
}
