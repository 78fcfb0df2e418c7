import { lazy } from '../api/lazy.ts'

/** The verbs of the subresource `scale`, which load with its first request. */
export const scaleVerbs = lazy(() => import('./scale.ts'))
