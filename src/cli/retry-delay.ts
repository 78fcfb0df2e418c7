import { numberOfText } from '../../worker/api/numbers.ts'
import type { HostResponse } from './host.ts'

/** The number of times that client-go sends a request again. */
export const RETRIES = 10

/** The seconds after which a busy server wants the request again; undefined when it does not. */
export function retryDelay({ status, headers }: HostResponse): number | undefined {
  const after = headers.get('retry-after') ?? ''
  return (status === 429 || status >= 500) && /^\d{1,9}$/.test(after) ? numberOfText(after) : undefined
}
