import type { Dialect } from '../../dialect/dialect.ts'
import { podSecurityEvaluation, violationDetails, type Evaluate } from './evaluation.ts'
import { existingPodWarnings } from './existing-pods.ts'

/** The checks are a separate file in the build. It loads with the first request that needs a check. */
export interface Checks {
  readonly evaluate: Evaluate
  readonly violationDetails: typeof violationDetails
  readonly existingPodWarnings: typeof existingPodWarnings
}

export const podSecurityChecks = (dialect: Dialect): Checks => ({
  evaluate: podSecurityEvaluation(dialect),
  violationDetails,
  existingPodWarnings,
})
