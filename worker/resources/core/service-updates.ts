import type { Json, JsonObject } from '../../api/json.ts'
import { isObject } from '../../api/json.ts'
import type { ApiObject } from '../../api/object.ts'
import { equalJson } from '../../patch/json-values.ts'
import type { Rule } from '../notation/rule.ts'
import { checkObject } from '../notation/rule.ts'
import { listAt, numberAt, ensuredObject, textAt } from '../path.ts'
import { goSlice, goStrings } from '../../api/go-source.ts'
import {
  hasNodePorts,
  isBalanced,
  isExternallyAccessible,
  isExternalName,
  isHeadless,
  needsAddress,
  needsHealthCheck,
  needsNodePort,
} from './service-types.ts'

const same = (spec: JsonObject, old: JsonObject, field: string): boolean =>
  equalJson(spec[field] ?? null, old[field] ?? null)

/** Adjusts `clusterIPs` to `clusterIP` for a client that sets or clears only `clusterIP`. */
export function matchAddresses(spec: JsonObject, old: JsonObject | undefined): void {
  const address = textAt(spec, 'clusterIP')
  if (old === undefined) {
    if (address !== '' && listAt(spec, 'clusterIPs').length === 0) spec['clusterIPs'] = [address]
    return
  }
  const before = textAt(old, 'clusterIP')
  if (before === address && listAt(spec, 'clusterIPs').length === 0 && old['clusterIPs'] !== undefined) {
    spec['clusterIPs'] = old['clusterIPs']
  }
  if (before === address || !same(spec, old, 'clusterIPs')) return
  if (before !== '' && address === '') delete spec['clusterIPs']
  else spec['clusterIPs'] = [address]
}

const nodePorts = (spec: JsonObject): ReadonlySet<number> =>
  new Set(
    listAt(spec, 'ports')
      .filter(isObject)
      .map((port) => numberAt(port, 'nodePort'))
      .filter((port) => port !== 0),
  )

/** Ports of the same name keep their node ports, unless another port has them now. */
function keepNodePorts(spec: JsonObject, old: JsonObject): Json[] {
  const held = nodePorts(old)
  const used = new Set([...nodePorts(spec)].filter((port) => held.has(port)))
  const byName = new Map(
    listAt(old, 'ports')
      .filter(isObject)
      .map((port) => [textAt(port, 'name'), numberAt(port, 'nodePort')]),
  )
  return listAt(spec, 'ports').map((port) => {
    if (!isObject(port) || numberAt(port, 'nodePort') !== 0) return port
    const before = byName.get(textAt(port, 'name')) ?? 0
    if (before === 0 || used.has(before)) return port
    used.add(before)
    return { ...port, nodePort: before }
  })
}

/** An update that leaves out allocated fields keeps them. */
export function keepAllocated(spec: JsonObject, old: JsonObject): void {
  if (needsAddress(old) && needsAddress(spec)) {
    if (textAt(spec, 'clusterIP') === '' && old['clusterIP'] !== undefined) spec['clusterIP'] = old['clusterIP']
    if (listAt(spec, 'clusterIPs').length === 0 && old['clusterIPs'] !== undefined) {
      spec['clusterIPs'] = old['clusterIPs']
    }
  }
  if (needsNodePort(old) && needsNodePort(spec)) spec['ports'] = keepNodePorts(spec, old)
  if (needsHealthCheck(old) && needsHealthCheck(spec) && numberAt(spec, 'healthCheckNodePort') === 0) {
    spec['healthCheckNodePort'] = old['healthCheckNodePort']
  }
}

type Needs = (spec: JsonObject) => boolean

/** Fields that are removed when the old type needed them, the new type does not, and the update did not change them. */
const DEPENDENT: readonly (readonly [needs: Needs, ...fields: readonly string[]])[] = [
  [needsAddress, 'clusterIP', 'clusterIPs'],
  [needsAddress, 'ipFamilies'],
  [needsAddress, 'ipFamilyPolicy'],
  [needsHealthCheck, 'healthCheckNodePort'],
  [isBalanced, 'allocateLoadBalancerNodePorts'],
  [isBalanced, 'loadBalancerClass'],
  [isExternallyAccessible, 'externalTrafficPolicy'],
]

/**
 * In the real server, a service that became an ExternalName still stores its internalTrafficPolicy, which readers do not
 * receive and its field owner still owns. The returned value is the default, because this server does not store the
 * original value.
 */
export function withHiddenPolicy(service: ApiObject): ApiObject {
  const spec = ensuredObject(service, 'spec')
  if (!isExternalName(spec)) return service
  const isOwned = (service.metadata?.managedFields ?? []).some(({ fieldsV1 = {} }) => {
    const fields = fieldsV1['f:spec']
    return isObject(fields) && fields['f:internalTrafficPolicy'] !== undefined
  })
  return isOwned ? { ...service, spec: { internalTrafficPolicy: 'Cluster', ...spec } } : service
}

/**
 * Gives an ExternalName the form that readers receive: without internalTrafficPolicy, although its writer owns it, and
 * with its address in `clusterIPs` as well. Returns whether a field was filled.
 */
export function showExternalName(service: ApiObject): boolean {
  const spec = ensuredObject(service, 'spec')
  if (!isExternalName(spec)) return false
  delete spec['internalTrafficPolicy']
  const address = textAt(spec, 'clusterIP')
  if (address === '' || listAt(spec, 'clusterIPs').length > 0) return false
  spec['clusterIPs'] = [address]
  return true
}

/** Removes the parts that only the old type of the service needed, unless the update changed them. */
export function dropUnneeded(service: ApiObject, spec: JsonObject, old: JsonObject): void {
  for (const [needs, ...fields] of DEPENDENT) {
    if (!needs(old) || needs(spec) || !fields.every((field) => same(spec, old, field))) continue
    for (const field of fields) delete spec[field]
  }
  const held = nodePorts(old)
  // Removed ports are allowed; no new one may be requested.
  const noneNew = [...nodePorts(spec)].every((port) => held.has(port))
  if (hasNodePorts(old) && !hasNodePorts(spec) && noneNew) {
    spec['ports'] = listAt(spec, 'ports').map((port) => {
      if (!isObject(port)) return port
      const { nodePort: _, ...rest } = port
      return rest
    })
  }
  if (!isBalanced(spec)) service['status'] = { ...ensuredObject(service, 'status'), loadBalancer: {} }
}

/** Addresses may not change. A second address may be added, or removed with the policy SingleStack. */
export const keptAddresses: Rule = checkObject((spec, place, old) => {
  if (old === undefined || isExternalName(spec) || isExternalName(old)) return
  if (isHeadless(spec) && isHeadless(old)) return
  const next = listAt(spec, 'clusterIPs').map(String)
  const before = listAt(old, 'clusterIPs').map(String)
  const shown = goStrings(next)
  const report = (index: number, text: string): void => place.invalidShown(shown, text, 'clusterIPs', index)
  if (next.length === before.length) {
    before.forEach((address, index) => {
      if (next[index] !== address) report(index, 'may not change once set')
    })
    return
  }
  if (next.length === 0) report(0, 'primary clusterIP can not be unset')
  else if (before.length > 0 && next[0] !== before[0]) report(0, 'may not change once set')
  if (before.length > next.length && next.length === 1 && spec['ipFamilyPolicy'] !== 'SingleStack') {
    const text = "must be set to 'SingleStack' when releasing the secondary clusterIP"
    place.invalid(spec['ipFamilyPolicy'], text, 'ipFamilyPolicy')
  }
})

const goFamilies = goSlice('core.IPFamily')

export const keptFamilies: Rule = checkObject((spec, place, old) => {
  if (old === undefined || isExternalName(spec) || isExternalName(old)) return
  if (isHeadless(spec) !== isHeadless(old)) return
  const next = listAt(spec, 'ipFamilies').map(String)
  const before = listAt(old, 'ipFamilies').map(String)
  const shown = goFamilies(next)
  if (next.length === 0 && before.length > 0) {
    place.invalidShown(shown, 'primary ipFamily can not be unset', 'ipFamilies', 0)
  } else if (before.length > 0 && next[0] !== before[0]) {
    place.invalidShown(shown, 'may not change once set', 'ipFamilies', 0)
  }
  if (before.length > next.length && next.length === 1 && spec['ipFamilyPolicy'] !== 'SingleStack') {
    const text = "must be set to 'SingleStack' when releasing the secondary ipFamily"
    place.invalid(spec['ipFamilyPolicy'], text, 'ipFamilyPolicy')
  }
})
