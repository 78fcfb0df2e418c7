import { lazy } from '../api/lazy.ts'

/** The answers of the health endpoints, which load with the first probe. */
export const loadHealth = lazy(() => import('./health-documents.ts'))
