import type { ApiObject } from '../api/object.ts'
import { builtinType } from '../schema/builtin/types.ts'
import { parseFields, paths, showPath } from './field-set.ts'
import type { Update } from './managed-fields.ts'
import { fieldsAt, updateManagedFields } from './managed-fields.ts'
import type { OwnershipRules } from './ownership-rules.ts'
import { serverSideApply } from './server-side-apply.ts'

export const early = '2024-01-01T00:00:00Z'
export const late = '2024-01-02T00:00:00Z'

export type ResetRules = Pick<Update, 'emptyListResets' | 'resetAddsWriter'>
export const real: ResetRules = { emptyListResets: true }
export const specified: ResetRules = { emptyListResets: false, resetAddsWriter: true }

export const configMaps: OwnershipRules = {
  schema: builtinType('api.core.v1.ConfigMap'),
  kind: { group: '', version: 'v1', kind: 'ConfigMap' },
  subresource: '',
}
export const deployments: OwnershipRules = {
  schema: builtinType('api.apps.v1.Deployment'),
  kind: { group: 'apps', version: 'v1', kind: 'Deployment' },
  subresource: '',
  resetFields: () => fieldsAt('status'),
}

export const configMap = (data: Record<string, string>, metadata: ApiObject['metadata'] = {}): ApiObject => ({
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: { name: 'a', ...metadata },
  data,
})

export const create = (next: ApiObject, manager = 'm', time = early): ApiObject =>
  updateManagedFields(configMaps, { live: undefined, next, manager, time, ...real })
export const update = (live: ApiObject, next: ApiObject, manager = 'm', time = late): ApiObject =>
  updateManagedFields(configMaps, { live, next, manager, time, ...real })
export const apply = (live: ApiObject | undefined, config: ApiObject, manager: string, force = false): ApiObject =>
  serverSideApply(configMaps, { live, config, manager, time: late, force }).object
export const owners = (object: ApiObject): Record<string, string[]> =>
  Object.fromEntries(
    (object.metadata?.managedFields ?? []).map(({ manager, operation, fieldsV1 }) => [
      `${manager} ${operation}`,
      [...paths(parseFields(fieldsV1 ?? {}))].map(showPath),
    ]),
  )
export const stored = (object: ApiObject): ApiObject => ({ ...object, metadata: { ...object.metadata, uid: 'u' } })
