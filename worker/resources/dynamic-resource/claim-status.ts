import { repeatedIndexes } from '../../api/repeated.ts'
import { quote } from '../../api/go-format.ts'
import { goJson } from '../../api/go-json.ts'
import type { Json, JsonObject } from '../../api/json.ts'
import { isObject, objectOrEmpty } from '../../api/json.ts'
import { dnsSubdomain } from '../../api/names.ts'
import { equalJson } from '../../patch/json-values.ts'
import type { Place } from '../notation/place.ts'
import type { Rule } from '../notation/rule.ts'
import { all, at, check, checkAlways, checkObject, each, where } from '../notation/rule.ts'
import { listAt, textAt } from '../path.ts'
import { nodeSelector } from '../rules/affinity.ts'
import { driver, instanceName, model } from './shared-rules.ts'
import { isLonger } from '../../runtime/utf8.ts'

// The rules of the statuses that drivers and the scheduler write about claims.

const CONSUMER_LIMIT = 32
const HANDLE_LIMIT = 32
const DATA_LIMIT = 16 * 1024
const NODE_LIMIT = 128

const checkLength = (list: readonly Json[], limit: number, place: Place): void => {
  if (list.length > limit) place.tooLongText(limit)
}

/** Names of nodes, without duplicates. */
const nodeNames: Rule = check((value, place) => {
  if (!Array.isArray(value)) return
  const repeated = repeatedIndexes(value)
  value.forEach((node, index) => {
    if (repeated.has(index)) return place.duplicate(node, index)
    for (const fault of dnsSubdomain(String(node))) place.invalid(node, fault, index)
  })
  checkLength(value, NODE_LIMIT, place)
})

/** The spec of a PodSchedulingContext. */
export const schedulingSpec: Rule = at('potentialNodes', nodeNames)

/** The status of a PodSchedulingContext; the real server's errors have another name for the list. */
export const schedulingStatus: Rule = checkObject((status, place) => {
  const names = new Set<string>()
  listAt(status, 'resourceClaims').forEach((claim, index) => {
    if (!isObject(claim)) return
    const nodes = listAt(claim, 'unsuitableNodes')
    const repeated = repeatedIndexes(nodes)
    nodes.forEach((node, at) => {
      const path = ['claims', index, 'unsuitableNodes', at] as const
      if (repeated.has(at)) return place.duplicate(node, ...path)
      for (const fault of dnsSubdomain(String(node))) place.invalid(node, fault, ...path)
    })
    if (nodes.length > NODE_LIMIT) place.tooLongText(NODE_LIMIT, 'claims', index, 'unsuitableNodes')
    const name = textAt(claim, 'name')
    if (names.has(name)) place.duplicate(name, 'claims', index)
    names.add(name)
  })
})

const consumers: Rule = check((value, place) => {
  if (!Array.isArray(value)) return
  const seen = new Set<string>()
  value.forEach((consumer, index) => {
    if (!isObject(consumer)) return
    const uid = textAt(consumer, 'uid')
    if (seen.has(uid)) return place.duplicate(uid, index, 'uid')
    seen.add(uid)
    for (const field of ['resource', 'name', 'uid']) {
      if (textAt(consumer, field) === '') place.required('', index, field)
    }
  })
  checkLength(value, CONSUMER_LIMIT, place)
})

const handle: Rule = all(
  driver,
  checkObject((one, place) => {
    if (isLonger(textAt(one, 'data'), DATA_LIMIT)) place.tooLongText(DATA_LIMIT, 'data')
  }),
  at(
    'structuredData',
    checkObject((data, place) => {
      const node = textAt(data, 'nodeName')
      if (node !== '') for (const fault of dnsSubdomain(node)) place.invalid(node, fault, 'nodeName')
    }),
    each('results', model(instanceName)),
  ),
  checkObject((one, place) => {
    if (textAt(one, 'data') !== '' && isObject(one['structuredData'])) {
      place.invalid(null, 'data and structuredData are mutually exclusive')
    }
  }),
)

const allocation: Rule = all(
  each('resourceHandles', handle),
  at(
    'resourceHandles',
    check((list, place) => checkLength(Array.isArray(list) ? list : [], HANDLE_LIMIT, place)),
  ),
  at('availableOnNodes', nodeSelector),
)

/** The rules that relate a claim's reservations to each other and to the old status. */
function reservations(status: JsonObject, old: JsonObject, isDeleted: boolean, place: Place): void {
  const now = listAt(status, 'reservedFor')
  if (now.length === 0) return
  const { allocation: given } = status
  const forbid = (text: string): void => place.forbidden(text, 'reservedFor')
  if (!isObject(given)) return forbid('may not be specified when `allocated` is not set')
  if (given['shareable'] !== true && now.length > 1) forbid('may not be reserved more than once')
  if (!isDeleted && status['deallocationRequested'] !== true) return
  const before = new Set(listAt(old, 'reservedFor').map(goJson))
  if (now.some((consumer) => !before.has(goJson(consumer)))) {
    forbid('new entries may not be added while `deallocationRequested` or `deletionTimestamp` are set')
  }
}

const pointer = (type: string, value: Json | undefined): string =>
  `(*${type})(${isObject(value) ? '0xc000000000' : 'nil'})`

function goAllocation(allocation: JsonObject): string {
  const type = 'resource.ResourceHandle'
  const handles = listAt(allocation, 'resourceHandles')
    .filter(isObject)
    .map((one) => {
      const [name, data] = [quote(textAt(one, 'driverName')), quote(textAt(one, 'data'))]
      const structured = pointer('resource.StructuredResourceHandle', one['structuredData'])
      return `${type}{DriverName:${name}, Data:${data}, StructuredData:${structured}}`
    })
  const list = allocation['resourceHandles'] === undefined ? '(nil)' : `{${handles.join(', ')}}`
  const nodes = pointer('core.NodeSelector', allocation['availableOnNodes'])
  return `resource.AllocationResult{ResourceHandles:[]${type}${list}, AvailableOnNodes:${nodes}, Shareable:${allocation['shareable'] === true}}`
}

/**
 * An allocation may be removed, but not changed. A deallocation can be requested only while there is an allocation without
 * reservations, and the request is cleared only together with the allocation.
 */
function deallocation(status: JsonObject, old: JsonObject, place: Place): void {
  const { allocation: given } = status
  const isAllocated = isObject(given)
  const isRequested = status['deallocationRequested'] === true
  const wasRequested = old['deallocationRequested'] === true
  if (isAllocated && isObject(old['allocation']) && !equalJson(given, old['allocation'])) {
    place.invalidShown(goAllocation(given), 'field is immutable', 'allocation')
  }
  if (!wasRequested && isRequested && listAt(status, 'reservedFor').length > 0) {
    place.forbidden('deallocation cannot be requested while `reservedFor` is set', 'deallocationRequested')
  }
  if (!isAllocated && isRequested) place.forbidden('`allocation` must be set when `deallocationRequested` is set')
  if (wasRequested && !isRequested && isAllocated) {
    place.forbidden('may not be cleared when `allocation` is set', 'deallocationRequested')
  }
}

const isDriven = (status: JsonObject): boolean => textAt(status, 'driverName') !== ''

/** The rules of a status write of a ResourceClaim. */
export const claimStatus: Rule = at(
  'status',
  where(isDriven, driver),
  checkObject((status, place) => {
    if (!isDriven(status) && isObject(status['allocation'])) {
      place.required('must be specified when `allocation` is set', 'driverName')
    }
  }),
  at('allocation', allocation),
  at('reservedFor', consumers),
  checkAlways((value, place, old) => {
    const status = objectOrEmpty(value)
    const before = objectOrEmpty(old)
    reservations(status, before, place.object.metadata?.deletionTimestamp !== undefined, place)
    deallocation(status, before, place)
  }),
)
