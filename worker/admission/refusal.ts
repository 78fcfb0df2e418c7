import { forbidden, type StatusError } from '../api/status.ts'
import type { AdmissionRequest } from './admission.ts'

/** The name that a refusal speaks of: the generated part is not there yet, and some objects have none. */
export function refusedName({ name, object }: AdmissionRequest): string {
  if (name !== '') return name
  const { name: own = '', generateName = '' } = object?.metadata ?? {}
  return own || generateName || 'Unknown'
}

/** 403 about the object of the request. */
export const refused = (request: AdmissionRequest, why: string): StatusError =>
  forbidden(request.resource, refusedName(request), why)

/** Several reasons as one, each said once. */
export function joinReasons(reasons: readonly string[]): string {
  const [first = '', ...others] = new Set(reasons)
  return others.length === 0 ? first : `[${[first, ...others].join(', ')}]`
}
