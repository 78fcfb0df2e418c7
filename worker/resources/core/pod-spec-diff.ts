import type { JsonObject } from '../../api/json.ts'
import { isObject } from '../../api/json.ts'
import { goDiff } from '../go-diff/format-diff.ts'

/** The fields that the real server's internal form has in the security context of a pod. */
const HOST_FIELDS = ['hostNetwork', 'hostPID', 'hostIPC', 'shareProcessNamespace', 'hostUsers'] as const

/** The difference of two specs as the real server prints it. */
export const podSpecDiff = (old: JsonObject, next: JsonObject): string =>
  goDiff('PodSpec', internalSpec(old), internalSpec(next))

function internalSpec(spec: JsonObject): JsonObject {
  const { securityContext } = spec
  const ofHost = HOST_FIELDS.flatMap((name) => (spec[name] === undefined ? [] : [[name, spec[name]] as const]))
  if (!isObject(securityContext) && ofHost.length === 0) return spec
  return {
    ...spec,
    securityContext: { ...(isObject(securityContext) && securityContext), ...Object.fromEntries(ofHost) },
  }
}
