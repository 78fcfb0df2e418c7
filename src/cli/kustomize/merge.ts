import type { Json, JsonObject } from '../../../worker/api/json.ts'
import { isObject, ownMember, setKey } from '../../../worker/api/json.ts'
import { lookupTable } from '../../../worker/runtime/lookup-table.ts'

/**
 * The merge keys of lists by field name. A patch replaces other lists. kustomize runs without a server, and so has no
 * schemas with merge keys.
 */
const KEYS = lookupTable<readonly string[]>({
  containers: ['name'],
  initContainers: ['name'],
  ephemeralContainers: ['name'],
  volumes: ['name'],
  env: ['name'],
  imagePullSecrets: ['name'],
  secrets: ['name'],
  volumeMounts: ['mountPath'],
  volumeDevices: ['devicePath'],
  ports: ['containerPort', 'port'],
  hostAliases: ['ip'],
  ownerReferences: ['uid'],
  conditions: ['type'],
  topologySpreadConstraints: ['topologyKey'],
})

/** A strategic merge by field names: null removes, `$patch` replaces or deletes. */
export function merged(value: Json | undefined, patch: Json | undefined, field = ''): Json | undefined {
  if (Array.isArray(patch)) return mergedList(Array.isArray(value) ? value : [], patch, field)
  if (!isObject(patch)) return patch
  const { $patch, ...changes } = patch
  const result: JsonObject = $patch !== 'replace' && isObject(value) ? { ...value } : {}
  for (const [key, change] of Object.entries(changes)) {
    const inner = merged(ownMember(result, key), change, key)
    if (change === null) delete result[key]
    else if (inner !== undefined) setKey(result, key, inner)
  }
  return result
}

function mergedList(value: readonly Json[], patch: readonly Json[], field: string): Json[] {
  const objects = patch.filter(isObject)
  const key = KEYS[field]?.find((each) => objects.some((item) => item[each] !== undefined))
  if (key === undefined || objects.length < patch.length || objects.some((item) => item.$patch === 'replace'))
    return patch.filter((item) => !isObject(item) || item.$patch === undefined)
  const same = (item: Json, other: JsonObject): boolean => isObject(item) && item[key] === other[key]
  // The items of the patch come first, in its order.
  const changed = objects.flatMap((change): Json[] => {
    const before = value.find((item) => same(item, change))
    if (change.$patch === 'delete') return []
    return before === undefined ? [change] : [merged(before, change) ?? null]
  })
  return [...changed, ...value.filter((item) => !objects.some((change) => same(item, change)))]
}
