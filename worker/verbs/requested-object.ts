import { copyJson } from '../api/json.ts'
import { formatGroupVersion } from '../api/group-version.ts'
import type { ApiObject } from '../api/object.ts'
import { canonical } from '../schema/canonical.ts'
import { setTokenDefaults } from './token-defaults.ts'
import { ensureMetadata, throughStorage, typed } from './version-conversion.ts'
import type { Write } from './write.ts'

/**
 * Records the body of a create or an update in the audit event: decoded, with its defaults, in the version of the request. Called
 * before the write changes the body.
 */
export function noteRequested({ target, caller }: Write, body: ApiObject): void {
  caller.trace.requested?.(body, () => {
    const { resource, version, subresource } = target
    const object = copyJson(body)
    if (subresource !== undefined && subresource.kind.kind !== resource.kind) {
      if (subresource.name === 'token') setTokenDefaults(object)
      return typed(object, subresource.kind.kind, object.apiVersion ?? formatGroupVersion(subresource.kind))
    }
    // Called without a trace: the write itself records the step in which it sets the defaults.
    resource.behaviour.defaults.get(version.version)?.(object)
    if (version.custom === undefined) return throughStorage(object, target, target)
    ensureMetadata(object).metadata.creationTimestamp ??= null
    return canonical(version.schema, typed(object, resource.kind, version.apiVersion))
  })
}
