import { lazy } from '../api/lazy.ts'
import type * as DecodeFaults from './decode-fault.ts'

const load = lazy(() => import('./decode-fault.ts'))
let loaded: typeof DecodeFaults | undefined

/**
 * Loads the names of Go's types for the first request that may have a body. A page shows its prompt without them. Returns
 * undefined when the request needs no loading.
 * @throws serviceUnavailable
 */
export function loadDecodeFaultsFor(method: string): Promise<void> | undefined {
  if (loaded !== undefined || method === 'GET' || method === 'HEAD') return undefined
  return load().then((faults) => void (loaded = faults))
}

/** The fault that an answer reports. Before the names are loaded, it is the first fault: no request reads a value then. */
export const reportedFault: typeof DecodeFaults.reportedFault = (schema, value, first, spelling) =>
  loaded === undefined ? first : loaded.reportedFault(schema, value, first, spelling)
