import { doubleOf } from '../../api/numbers.ts'
import type { JsonObject } from '../../api/json.ts'
import { isObject } from '../../api/json.ts'
import type { ApiObject } from '../../api/object.ts'
import { parseQuantity, quantityValue } from '../../api/quantity.ts'
import { listAt, textAt } from '../../resources/path.ts'
import { conditionOf } from '../pod-states.ts'
import { endpointsOf } from './slice-changes.ts'

/** The fraction by which the load of an endpoint may exceed its share. */
const OVERLOAD = 0.2

interface Allocation {
  readonly minimum: number
  readonly maximum: number
  readonly desired: number
}

type Zones = Map<string, number>

export interface ZoneLabels {
  readonly zone: string
  /** Nodes with one of these labels do not count. */
  readonly excluded: readonly string[]
}

/** Each zone's share of the allocatable CPU; undefined for fewer than two zones, or when a node has no zone or no CPU. */
export function zoneRatios(nodes: Iterable<ApiObject>, labels: ZoneLabels): ReadonlyMap<string, number> | undefined {
  const byZone: Zones = new Map()
  let total = 0
  for (const node of nodes) {
    const given = node.metadata?.labels ?? {}
    if (labels.excluded.some((label) => Object.hasOwn(given, label))) continue
    if (conditionOf(node, 'Ready')?.['status'] !== 'True') continue
    const zone = given[labels.zone] ?? ''
    const cpu = millicores(textAt(node, 'status.allocatable.cpu'))
    if (zone === '' || cpu === 0) return undefined
    byZone.set(zone, (byZone.get(zone) ?? 0) + cpu)
    total += cpu
  }
  if (byZone.size < 2) return undefined
  return new Map([...byZone].map(([zone, cpu]) => [zone, cpu / total]))
}

const millicores = (text: string): number => (text === '' ? 0 : doubleOf(quantityValue(parseQuantity(text), -3)))

/** The slices of one service and address type; all except `unchanged` may change. */
export interface HintedSlices {
  readonly create: ApiObject[]
  readonly update: ApiObject[]
  readonly unchanged: ApiObject[]
}

type Hinted = Omit<HintedSlices, 'unchanged'> & {
  /** The reason why there are no hints; undefined when there are hints. */
  readonly refusal?: string
  /** The number of endpoints in each zone. */
  readonly zones?: ReadonlyMap<string, number>
}

const isReadyEndpoint = ({ conditions }: JsonObject): boolean => isObject(conditions) && conditions['ready'] === true

const readyCount = (slices: readonly ApiObject[]): number =>
  slices.reduce((sum, slice) => sum + endpointsOf(slice).filter(isReadyEndpoint).length, 0)

function unhinted(endpoint: JsonObject): JsonObject {
  const { hints: _, ...bare } = endpoint
  return bare
}

export function withoutHints({ create, update, unchanged }: HintedSlices): Omit<HintedSlices, 'unchanged'> {
  const bare = (slice: ApiObject): ApiObject => ({
    ...slice,
    endpoints: endpointsOf(slice).map(unhinted),
  })
  const hinted = unchanged.filter((slice) => endpointsOf(slice).some(({ hints }) => hints !== undefined))
  return { create: create.map(bare), update: [...update, ...hinted].map(bare) }
}

/** Assigns each ready endpoint to a zone, so that the endpoints of a zone are proportional to its CPU. */
export function withHints(slices: HintedSlices, ratios: ReadonlyMap<string, number> | undefined): Hinted {
  const refused = (refusal: string): Hinted => ({ ...withoutHints(slices), refusal })
  const total = readyCount([...slices.create, ...slices.update, ...slices.unchanged])
  const allocations = allocationsFor(total, ratios)
  if (typeof allocations === 'string') return refused(allocations)
  const zones: Zones = new Map()
  const update = [...slices.update]
  for (const slice of slices.unchanged) {
    const given = validHints(slice, zones, allocations)
    if (given === undefined) update.push(slice)
    else for (const [zone, count] of given) zones.set(zone, (zones.get(zone) ?? 0) + count)
  }
  const changing = [...slices.create, ...update].map((slice) => endpointsOf(slice).map(unhinted))
  for (const endpoint of changing.flat().filter(isReadyEndpoint)) {
    const zone = textAt(endpoint, 'zone')
    if (zone === '') return refused('One or more endpoints do not have a zone specified')
    zones.set(zone, (zones.get(zone) ?? 0) + 1)
  }
  const given = redistributed(changing.flat(), giversAndTakers(allocations, zones), zones)
  if (zones.size === 0) return refused('No hints allocated for zones')
  const hinted = [...slices.create, ...update].map((slice, i) => ({
    ...slice,
    endpoints: (changing[i] ?? []).map((endpoint) => {
      if (!isReadyEndpoint(endpoint)) return endpoint
      const name = given.get(endpoint) ?? textAt(endpoint, 'zone')
      return { ...endpoint, hints: { forZones: [{ name }] } }
    }),
  }))
  const made = slices.create.length
  return { create: hinted.slice(0, made), update: hinted.slice(made), zones }
}

function allocationsFor(
  total: number,
  ratios: ReadonlyMap<string, number> | undefined,
): ReadonlyMap<string, Allocation> | string {
  if (ratios === undefined) {
    return 'Insufficient Node information: allocatable CPU or zone not specified on one or more nodes'
  }
  const counted = `(${total} endpoints, ${ratios.size} zones)`
  if (ratios.size > total) return `Insufficient number of endpoints ${counted}`
  const minima = Array.from(ratios, ([zone, ratio]) => {
    const share = ratio * total
    const minimum = Math.ceil(share * (1 / (1 + OVERLOAD)))
    return { zone, minimum, desired: Math.max(share, minimum) }
  })
  const spare = minima.reduce((left, { minimum }) => left - minimum, total)
  if (spare < 0) {
    return 'Unable to allocate minimum required endpoints to each zone without exceeding overload threshold ' + counted
  }
  return new Map(
    minima.map(({ zone, minimum, desired }) => [zone, { minimum, desired, maximum: minimum + spare }] as const),
  )
}

/** The hints of a slice that needs no change; undefined when a hint is missing or a zone exceeds its allocation. */
function validHints(slice: ApiObject, zones: Zones, allocations: ReadonlyMap<string, Allocation>): Zones | undefined {
  const given: Zones = new Map()
  for (const endpoint of endpointsOf(slice).filter(isReadyEndpoint)) {
    const names = listAt(endpoint, 'hints.forZones')
      .filter(isObject)
      .map((zone) => textAt(zone, 'name'))
    if (names.length === 0 || names.some((name) => !allocations.has(name))) return undefined
    for (const name of names) given.set(name, (given.get(name) ?? 0) + 1)
  }
  for (const [zone, count] of given) {
    if (count + (zones.get(zone) ?? 0) > (allocations.get(zone)?.maximum ?? 0)) return undefined
  }
  return given
}

interface Exchange {
  readonly givers: Zones
  readonly takers: Zones
}

/**
 * Counts the endpoints that zones give and take: one at a time, from the zone with the largest surplus to the zone with the
 * largest deficit.
 */
function giversAndTakers(allocations: ReadonlyMap<string, Allocation>, zones: Zones): Exchange {
  const over: Zones = new Map()
  const under: Zones = new Map()
  for (const [zone, { desired }] of allocations) {
    const has = zones.get(zone) ?? 0
    if (has > desired) over.set(zone, has - desired)
    if (has < desired) under.set(zone, desired - has)
  }
  const givers: Zones = new Map()
  const takers: Zones = new Map()
  for (;;) {
    const [giver, give] = most(over)
    const [taker, take] = most(under)
    if (giver === '' || taker === '' || (give < 1 && take < 1) || give < 0.5 || take < 0.5) return { givers, takers }
    givers.set(giver, (givers.get(giver) ?? 0) + 1)
    over.set(giver, give - 1)
    takers.set(taker, (takers.get(taker) ?? 0) + 1)
    under.set(taker, take - 1)
  }
}

function most(zones: Zones): [zone: string, count: number] {
  let best: [string, number] = ['', 0]
  for (const [zone, count] of zones) if (count > best[1]) best = [zone, count]
  return best
}

/** Returns the new zone of each endpoint that serves another zone than its own, and updates the counts in `zones`. */
function redistributed(
  endpoints: readonly JsonObject[],
  { givers, takers }: Exchange,
  zones: Zones,
): ReadonlyMap<JsonObject, string> {
  const given = new Map<JsonObject, string>()
  for (const endpoint of endpoints.filter(isReadyEndpoint)) {
    const zone = textAt(endpoint, 'zone')
    const give = givers.get(zone) ?? 0
    const [taker] = [...takers].find(([, count]) => count > 0) ?? []
    if (give === 0 || taker === undefined) continue
    givers.set(zone, give - 1)
    takers.set(taker, (takers.get(taker) ?? 0) - 1)
    zones.set(zone, (zones.get(zone) ?? 0) - 1)
    zones.set(taker, (zones.get(taker) ?? 0) + 1)
    given.set(endpoint, taker)
  }
  return given
}

/** Whether the endpoints of a zone are too few for its share of the CPU, or the shares are unknown. */
export function isOverloaded(
  zones: ReadonlyMap<string, number>,
  ratios: ReadonlyMap<string, number> | undefined,
): boolean {
  if (zones.size === 0) return false
  if (ratios === undefined) return true
  const total = [...zones.values()].reduce((sum, count) => sum + count, 0)
  return [...ratios].some(([zone, ratio]) => {
    const has = zones.get(zone)
    return has === undefined || has < Math.ceil(total * ratio * (1 / (1 + OVERLOAD)))
  })
}
