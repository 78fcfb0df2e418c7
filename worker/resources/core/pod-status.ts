import { repeatedIndexes } from '../../api/repeated.ts'
import type { Json, JsonObject } from '../../api/json.ts'
import { isObject } from '../../api/json.ts'
import { quote } from '../../api/go-format.ts'
import { dnsSubdomain, qualifiedName } from '../../api/names.ts'
import type { Place } from '../notation/place.ts'
import type { Rule } from '../notation/rule.ts'
import { at, check, checkObject } from '../notation/rule.ts'
import { listAt, textAt, valueAt } from '../path.ts'
import { ipAddress, isIP, isIPv6 } from '../rules/ip-addresses.ts'

// The rules of a pod's status and of its changes.

/** `podIP` is the earlier name of the first of `podIPs`; when they differ, `podIP` wins. */
export function podAddresses({ podIP, podIPs }: JsonObject): Json | undefined {
  const first = Array.isArray(podIPs) ? podIPs[0] : undefined
  const isFirst = isObject(first) && first['ip'] === podIP
  return typeof podIP !== 'string' || podIP === '' || isFirst ? podIPs : [{ ip: podIP }]
}

export function firstAddress(status: JsonObject): Json | undefined {
  const [first] = listAt(status, 'podIPs')
  return isObject(first) ? first['ip'] : undefined
}

const SYSTEM = ['PodScheduled', 'Ready', 'Initialized']

/** In the paths of the real server's errors, conditions are in the metadata, and `Type` is spelled as in Go. */
const conditions = checkObject((pod, place) => {
  listAt(pod, 'status.conditions').forEach((condition, index) => {
    const type = isObject(condition) ? textAt(condition, 'type') : ''
    if (SYSTEM.includes(type)) return
    for (const fault of qualifiedName(type)) place.invalid(type, fault, 'metadata', 'conditions', index, 'Type')
  })
})

const nominatedNode = at(
  'status.nominatedNodeName',
  check((value, place, old) => {
    if (value === '' || value === old) return
    for (const fault of dnsSubdomain(String(value))) place.invalid(value, fault)
  }),
)

const sidecarsOf = (spec: JsonObject): ReadonlySet<Json | undefined> =>
  new Set(
    listAt(spec, 'initContainers')
      .filter(isObject)
      .filter((container) => container['restartPolicy'] === 'Always')
      .map((container) => container['name']),
  )

/** A terminated container that its restart policy does not restart may not run again. */
function transitions(list: string, policyOf: (spec: JsonObject) => string): Rule {
  const path = `status.${list}`
  return checkObject((pod, place, old) => {
    const spec = old?.['spec']
    if (old === undefined || !isObject(spec) || policyOf(spec) === 'Always') return
    const sidecars = sidecarsOf(spec)
    const running = new Map<Json | undefined, number>()
    for (const status of listAt(pod, path).filter(isObject)) {
      if (isObject(valueAt(status, 'state.terminated'))) continue
      running.set(status['name'], (running.get(status['name']) ?? 0) + 1)
    }
    listAt(old, path).forEach((before, index) => {
      const ended = isObject(before) ? valueAt(before, 'state.terminated') : undefined
      if (!isObject(before) || !isObject(ended)) return
      if ((ended['exitCode'] ?? 0) !== 0 && policyOf(spec) === 'OnFailure') return
      if (list === 'initContainerStatuses' && sidecars.has(before['name'])) return
      for (let count = running.get(before['name']) ?? 0; count > 0; count--) {
        place.forbidden('may not be transitioned to non-terminated state', 'status', list, index, 'state')
      }
    })
  })
}

const restartPolicy = (spec: JsonObject): string => textAt(spec, 'restartPolicy')

/** Requires at most one address of each IP family. */
function checkFamilies(type: string, list: readonly string[], place: Place): void {
  if (list.length < 2) return
  const bad = list.findIndex((ip) => !isIP(ip))
  if (bad >= 0) place.internal(`failed to check for dual stack with error:invalid IP[${bad}]: ${list[bad] ?? ''}`)
  const kinds = new Set(list.map(isIPv6))
  if (bad < 0 && kinds.size === 2 && list.length === 2) return
  const shown = `[]core.${type}{${list.map((ip) => goAddress(type, ip)).join(', ')}}`
  place.invalidShown(shown, 'may specify no more than one IP for each IP family')
}

const goAddress = (type: string, ip: string): string => `core.${type}{IP:${quote(ip)}}`

const addresses = (value: unknown): readonly string[] =>
  Array.isArray(value) ? value.map((item) => (isObject(item) ? textAt(item, 'ip') : '')) : []

function checkEach(list: readonly string[], place: Place): void {
  list.forEach((ip, index) => {
    for (const fault of ipAddress(ip)) place.invalid(ip, fault, index)
  })
}

function checkRepeated(type: string, list: readonly string[], place: Place): void {
  const repeated = repeatedIndexes(list)
  list.forEach((ip, index) => {
    if (repeated.has(index)) place.duplicateShown(goAddress(type, ip), index)
  })
}

const distinctAddresses = at(
  'status.podIPs',
  check((value, place) => {
    const list = addresses(value)
    checkEach(list, place)
    checkFamilies('PodIP', list, place)
    checkRepeated('PodIP', list, place)
  }),
)

/** Each status must name a different claim of the pod. */
const claimStatuses = checkObject((pod, place) => {
  const claims = new Set(listAt(pod, 'spec.resourceClaims').map((claim) => isObject(claim) && claim['name']))
  const seen = new Set<string>()
  listAt(pod, 'status.resourceClaimStatuses').forEach((status, index) => {
    if (!isObject(status)) return
    const at = ['status', 'resourceClaimStatuses', index, 'name'] as const
    const name = textAt(status, 'name')
    if (!claims.has(name)) place.invalid(name, 'must match the name of an entry in `spec.resourceClaims`', ...at)
    if (seen.has(name)) place.duplicate(name, ...at)
    seen.add(name)
    const { resourceClaimName } = status
    if (typeof resourceClaimName !== 'string') return
    for (const fault of dnsSubdomain(resourceClaimName)) place.invalid(resourceClaimName, fault, ...at)
  })
})

const hostAddresses = checkObject((status, place) => {
  const list = addresses(status['hostIPs'])
  const [first] = list
  if (first === undefined) return
  place.enter('hostIPs')
  if (first !== textAt(status, 'hostIP')) place.invalid(first, 'must be equal to `hostIP`', 0, 'ip')
  checkEach(list, place)
  checkRepeated('HostIP', list, place)
  checkFamilies('HostIP', list, place)
  place.leave()
})

/** The rules of a status write. */
export const podStatusRules: readonly Rule[] = [
  conditions,
  nominatedNode,
  transitions('containerStatuses', restartPolicy),
  transitions('initContainerStatuses', restartPolicy),
  transitions('ephemeralContainerStatuses', () => 'Never'),
  claimStatuses,
  distinctAddresses,
  at('status', hostAddresses),
]
