import type { JsonObject } from '../../api/json.ts'
import { objectOf, textOf } from '../object-parts.ts'

/** Whether a security context names a profile that both standards allow. */
export function isAllowedSeccomp(context: JsonObject): boolean {
  const type = textOf(objectOf(context, 'seccompProfile'), 'type')
  return type === 'RuntimeDefault' || type === 'Localhost'
}
