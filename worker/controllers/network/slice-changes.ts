import { nameOf } from '../object-parts.ts'
import type { JsonObject } from '../../api/json.ts'
import { isObject } from '../../api/json.ts'
import type { ApiObject } from '../../api/object.ts'
import { listAt, textAt } from '../../resources/path.ts'
import type { Group } from './desired-slices.ts'
import { endpointKey, isSameEndpoint } from './desired-slices.ts'

/** Slices to create, update and delete. Slices to create have no name yet. */
export interface SliceChanges {
  readonly create: ApiObject[]
  readonly update: ApiObject[]
  readonly remove: ApiObject[]
}

export const endpointsOf = (slice: ApiObject): JsonObject[] => listAt(slice, 'endpoints').filter(isObject)

interface Filling {
  readonly maximum: number
  /** An empty slice with these ports. */
  empty(ports: readonly JsonObject[]): ApiObject
  /** The slice with the desired labels; undefined when they are unchanged. */
  relabelled(slice: ApiObject): ApiObject | undefined
}

/**
 * The changes that bring the slices of one group of ports up to date with few writes. Endpoints that are in a slice stay there.
 * New endpoints fill slices that change anyway. The remaining new endpoints go into one slice that can hold all of them, or else
 * into new slices.
 */
export function filled(existing: readonly ApiObject[], group: Group, filling: Filling): SliceChanges {
  const left = new Map(group.endpoints)
  const unchanged = new Set<ApiObject>()
  const update: ApiObject[] = []
  const remove: ApiObject[] = []
  for (const slice of existing) {
    const { kept, isSame } = keptOf(endpointsOf(slice), left)
    const relabelled = filling.relabelled(slice)
    if (!isSame && kept.length === 0) remove.push(slice)
    else if (!isSame) update.push({ ...(relabelled ?? slice), endpoints: kept })
    else if (relabelled !== undefined) update.push({ ...relabelled, endpoints: endpointsOf(slice) })
    else unchanged.add(slice)
  }
  const { maximum } = filling
  const fill = (slice: ApiObject): ApiObject => {
    const endpoints = endpointsOf(slice)
    for (const [key, endpoint] of left) {
      if (endpoints.length >= maximum) break
      left.delete(key)
      endpoints.push(endpoint)
    }
    return { ...slice, endpoints }
  }
  const fullestFirst = [...update].sort((a, b) => endpointsOf(b).length - endpointsOf(a).length)
  const updated = fullestFirst.map((slice) => (left.size > 0 ? fill(slice) : slice))
  const create: ApiObject[] = []
  while (left.size > 0) {
    const room = left.size < maximum ? sliceWithRoom(unchanged, left.size, maximum) : undefined
    if (room === undefined) create.push(fill(filling.empty(group.ports)))
    else {
      unchanged.delete(room)
      updated.push(fill(room))
    }
  }
  return { create, update: updated, remove }
}

/** Returns the wanted endpoints of a slice, and whether the slice consists of exactly these. Removes them from `left`. */
function keptOf(
  endpoints: readonly JsonObject[],
  left: Map<string, JsonObject>,
): { kept: JsonObject[]; isSame: boolean } {
  const kept: JsonObject[] = []
  let isSame = true
  for (const endpoint of endpoints) {
    const key = endpointKey(endpoint)
    const wanted = left.get(key)
    left.delete(key)
    if (wanted === undefined) isSame = false
    else {
      if (!isSameEndpoint(wanted, endpoint)) isSame = false
      kept.push(wanted)
    }
  }
  return { kept, isSame }
}

/** The fullest slice that can hold `count` more endpoints. */
function sliceWithRoom(slices: Iterable<ApiObject>, count: number, maximum: number): ApiObject | undefined {
  let best: { slice: ApiObject; room: number } | undefined
  for (const slice of slices) {
    const room = maximum - count - endpointsOf(slice).length
    if (room >= 0 && room < (best?.room ?? maximum)) best = { slice, room }
  }
  return best?.slice
}

/**
 * Instead of deleting one slice and creating another of the same address type, updates the first one, when `canUpdate`
 * accepts it.
 */
export function recycled(changes: SliceChanges, canUpdate: (slice: ApiObject) => boolean): SliceChanges {
  const create = [...changes.create]
  const update = [...changes.update]
  const remove: ApiObject[] = []
  for (const slice of changes.remove) {
    const created = create.at(-1)
    if (created === undefined || !canUpdate(slice) || textAt(created, 'addressType') !== textAt(slice, 'addressType')) {
      remove.push(slice)
      continue
    }
    create.pop()
    update.push({ ...created, metadata: { ...created.metadata, name: nameOf(slice) } })
  }
  return { create, update, remove }
}
