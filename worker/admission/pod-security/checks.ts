import type { Dialect } from '../../dialect/dialect.ts'
import { podSecurityEvaluation, violationDetails, type Evaluate } from './evaluation.ts'
import { existingPodWarnings } from './existing-pods.ts'

/** What a namespace with a policy needs: a part of its own, loaded with the first such namespace. */
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
