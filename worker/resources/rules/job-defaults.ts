import type { Defaults } from '../notation/defaults.ts'
import { podTemplate } from './pod-defaults.ts'

/** The defaults of jobs and of the templates of cron jobs. */
export const jobSpec: Defaults = {
  template: podTemplate,
}
