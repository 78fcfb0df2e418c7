import type { Json } from '../../../worker/api/json.ts'
import { isObject } from '../../../worker/api/json.ts'
import type { ApiObject } from '../../../worker/api/object.ts'

/** Fields that refer to another object: inside each, the field that holds the name, and the kind of the object. */
const FIELDS: Readonly<Record<string, readonly [field: string, kind: string]>> = {
  configMapRef: ['name', 'ConfigMap'],
  configMapKeyRef: ['name', 'ConfigMap'],
  configMap: ['name', 'ConfigMap'],
  secretRef: ['name', 'Secret'],
  secretKeyRef: ['name', 'Secret'],
  secret: ['secretName', 'Secret'],
  tls: ['secretName', 'Secret'],
  imagePullSecrets: ['name', 'Secret'],
  secrets: ['name', 'Secret'],
  persistentVolumeClaim: ['claimName', 'PersistentVolumeClaim'],
  service: ['name', 'Service'],
}

/** Fields that directly hold the name of another object, with its kind. */
const NAMES: Readonly<Record<string, string>> = {
  serviceAccountName: 'ServiceAccount',
  priorityClassName: 'PriorityClass',
  storageClassName: 'StorageClass',
  serviceName: 'Service',
}

/** Objects that hold both the name and the kind of another object. */
const KINDED = new Set(['roleRef', 'scaleTargetRef', 'subjects'])

/** The object with updated references; `names` maps `Kind/old` to the new name. */
export function withRenamedReferences(object: ApiObject, names: ReadonlyMap<string, string>): ApiObject {
  return visit(object, '') as ApiObject

  function visit(value: Json | undefined, holder: string): Json | undefined {
    if (Array.isArray(value)) return value.map((item) => visit(item, holder) as Json)
    if (!isObject(value)) return value
    const changed = Object.fromEntries(
      Object.entries(value).map(([key, each]) => [key, key === 'metadata' ? each : visit(each, key)]),
    )
    const [field, kind] = KINDED.has(holder) ? ['name', String(value.kind)] : (FIELDS[holder] ?? [])
    if (field !== undefined) rename(changed, field, kind ?? '')
    for (const [key, named] of Object.entries(NAMES)) rename(changed, key, named)
    return changed
  }

  function rename(holder: Record<string, Json | undefined>, field: string, kind: string): void {
    const name = holder[field]
    const now = typeof name === 'string' ? names.get(`${kind}/${name}`) : undefined
    if (now !== undefined) holder[field] = now
  }
}
