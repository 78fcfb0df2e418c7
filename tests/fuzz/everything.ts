import { FEATURE_STAGES } from '../../worker/server/feature-stages.ts'

/** Options of a server that serves every version of every group, with the features of every gate that is not deprecated. */
export const EVERYTHING = {
  runtimeConfig: { 'api/all': true },
  featureGates: Object.fromEntries(
    [...FEATURE_STAGES].filter(([, stage]) => stage === 'alpha' || stage === 'beta').map(([gate]) => [gate, true]),
  ),
}
