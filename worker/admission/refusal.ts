import { forbidden, type StatusError } from '../api/status.ts'
import type { AdmissionRequest } from './admission.ts'

/** The name in a refusal: the name of the request or of the object, else the prefix of a generated name, else `Unknown`. */
function refusedName({ name, object }: AdmissionRequest): string {
  if (name !== '') return name
  const { name: own = '', generateName = '' } = object?.metadata ?? {}
  return own || generateName || 'Unknown'
}

/** A 403 that names the object of the request. */
export const refused = (request: AdmissionRequest, why: string): StatusError =>
  forbidden(request.resource, refusedName(request), why)
