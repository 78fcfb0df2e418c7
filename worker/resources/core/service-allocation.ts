import type { JsonObject } from '../../api/json.ts'
import { isObject, objectOrEmpty } from '../../api/json.ts'
import type { ApiObject } from '../../api/object.ts'
import { internalError, invalid, plainError } from '../../api/status.ts'
import { Place } from '../notation/place.ts'
import { listAt, numberAt, ensuredObject, textAt } from '../path.ts'
import type { WriteContext } from '../behaviour.ts'
import type { PortRange } from '../resource.ts'
import { goStrings } from '../../api/go-source.ts'
import { addressText, contains, parseRange, type Range } from '../rules/address-ranges.ts'
import { fillFamilies, type Family } from './service-families.ts'
import { hasNodePorts, isHeadless, needsAddress, needsHealthCheck, needsNodePort } from './service-types.ts'

/**
 * The ranges of addresses and node ports for services. The stored services are the only record of what is taken. So a deleted
 * service needs no release, a restart no repair, and a dry run takes nothing.
 */
interface Pools {
  /** One range for each IP family, the preferred one first. */
  readonly ranges: readonly Range[]
  readonly firstPort: number
  readonly lastPort: number
  /** The first port that a service may request. */
  readonly firstWanted: number
  readonly lastWanted: number
}

/** The real server's default of `--service-node-port-range`. */
const DEFAULT_NODE_PORTS: PortRange = [30000, 32767]

export const poolsOf = (ranges: readonly string[], [first, last]: PortRange = DEFAULT_NODE_PORTS): Pools => ({
  ranges: ranges.map(parseRange),
  firstPort: first,
  lastPort: last,
  firstWanted: first,
  lastWanted: last,
})

const ANY_PORT = { firstWanted: -Infinity, lastWanted: Infinity }

/** The number of random guesses before the search through the range. */
const GUESSES = 32

interface Taken {
  readonly addresses: ReadonlySet<string>
  readonly ports: Set<number>
}

function takenBy(services: Iterable<ApiObject>, own: ApiObject): Taken {
  const addresses = new Set<string>()
  const ports = new Set<number>()
  for (const { metadata, ...service } of services) {
    if (metadata?.uid === own.metadata?.uid) continue
    const spec = objectOrEmpty(service['spec'])
    for (const address of listAt(spec, 'clusterIPs')) addresses.add(String(address))
    for (const port of listAt(spec, 'ports').filter(isObject)) ports.add(numberAt(port, 'nodePort'))
    ports.add(numberAt(spec, 'healthCheckNodePort'))
  }
  return { addresses, ports }
}

interface Allocation {
  readonly taken: Taken
  readonly clock: WriteContext['clock']
}

/**
 * Guesses a free address in the upper part of the range, because the lower part is left to services that name their address.
 * After `GUESSES` taken addresses it searches the whole range. Undefined when the range is full.
 */
function freeAddress(range: Range, { addresses }: Taken, random: (bound: number) => number): string | undefined {
  const offset = Math.min(Math.max(16, Math.floor(range.size / 16)), 256)
  const low = offset < range.size - 1 ? offset : 1
  for (let guess = 0; guess < GUESSES; guess++) {
    const address = addressText(range, low + random(range.size - 1 - low))
    if (!addresses.has(address)) return address
  }
  for (let index = 1; index < range.size - 1; index++) {
    const address = addressText(range, index)
    if (!addresses.has(address)) return address
  }
  return undefined
}

function takeAddresses(spec: JsonObject, { ranges }: Pools, { taken, clock }: Allocation, place: Place): void {
  const given = listAt(spec, 'clusterIPs').map(String)
  const families = listAt(spec, 'ipFamilies').map(String)
  const addresses = families.map((family, index) => {
    const range = ranges.find((candidate) => candidate.family === family)
    const wanted = given[index]
    const fail = (text: string): void =>
      place.invalidShown(goStrings(wanted === undefined ? given : [...given]), text, 'spec', 'clusterIPs')
    if (range === undefined) return wanted
    if (wanted === undefined) {
      const free = freeAddress(range, taken, clock.random)
      if (free === undefined) throw internalError('failed to allocate a serviceIP: range is full')
      return free
    }
    if (!contains(range, wanted)) {
      const text = `the provided IP (${wanted}) is not in the valid range. The range of valid IPs is ${range.text}`
      fail(`failed to allocate IP ${wanted}: ${text}`)
    } else if (taken.addresses.has(wanted)) {
      fail(`failed to allocate IP ${wanted}: provided IP is already allocated`)
    }
    return wanted
  })
  const all = addresses.filter((address): address is string => address !== undefined)
  spec['clusterIPs'] = all
  spec['clusterIP'] = all[0] ?? ''
}

/** A free port, from a random start; 0 when all ports are taken. */
function freePort({ firstPort, lastPort }: Pools, { ports }: Taken, random: (bound: number) => number): number {
  const count = lastPort - firstPort + 1
  const start = random(count)
  for (let step = 0; step < count; step++) {
    const port = firstPort + ((start + step) % count)
    if (!ports.has(port)) return port
  }
  return 0
}

/** The reason to refuse a requested port. */
function portFault(port: number, pools: Pools, { ports }: Taken): string | undefined {
  if (port < pools.firstWanted || port > pools.lastWanted) {
    return `provided port is not in the valid range. The range of valid ports is ${pools.firstPort}-${pools.lastPort}`
  }
  return ports.has(port) ? 'provided port is already allocated' : undefined
}

/** Takes node ports for one service. `take` reports a refused port, after which callers take no more. */
class NodePorts {
  readonly #pools: Pools
  readonly #taken: Taken
  readonly #random: (bound: number) => number

  constructor(pools: Pools, taken: Taken, random: (bound: number) => number) {
    this.#pools = pools
    this.#taken = taken
    this.#random = random
  }

  free(): number {
    const port = freePort(this.#pools, this.#taken, this.#random)
    this.#taken.ports.add(port)
    return port
  }

  take(port: number, index: number, place: Place): boolean {
    const fault = portFault(port, this.#pools, this.#taken)
    if (fault !== undefined) place.invalid(port, fault, 'spec', 'ports', index, 'nodePort')
    this.#taken.ports.add(port)
    return fault === undefined
  }
}

/** In a new service, ports of the same number and another protocol get the same node port. */
function takeNew(spec: JsonObject, nodePorts: NodePorts, place: Place): void {
  const byPort = new Map<number, number>()
  const ports = listAt(spec, 'ports').filter(isObject)
  spec['ports'] = ports.map((port, index) => {
    const own = numberAt(port, 'nodePort')
    const number = numberAt(port, 'port')
    if (place.errors.length > 0 || (own === 0 && !needsNodePort(spec))) return port
    const allocated = byPort.get(number)
    if (allocated !== undefined) {
      if (own === 0) return { ...port, nodePort: allocated }
      if (own !== allocated) nodePorts.take(own, index, place)
      return port
    }
    const twin = ports.find((other) => numberAt(other, 'port') === number && numberAt(other, 'nodePort') !== 0)
    const wanted = twin === undefined ? 0 : numberAt(twin, 'nodePort')
    if (wanted !== 0) nodePorts.take(wanted, index, place)
    const nodePort = wanted === 0 ? nodePorts.free() : wanted
    byPort.set(number, nodePort)
    return { ...port, nodePort }
  })
}

/** An updated service may keep the ports that it holds. */
function takeMore(spec: JsonObject, held: ReadonlySet<number>, nodePorts: NodePorts, place: Place): void {
  const mine = new Set(held)
  const pairs = new Set<string>()
  spec['ports'] = listAt(spec, 'ports').map((port, index) => {
    if (!isObject(port) || place.errors.length > 0) return port
    const own = numberAt(port, 'nodePort')
    if (own === 0 && !needsNodePort(spec)) return port
    if (own !== 0 && !mine.has(own)) nodePorts.take(own, index, place)
    const nodePort = own === 0 ? nodePorts.free() : own
    mine.add(nodePort)
    const pair = `{${textAt(port, 'protocol')} ${nodePort}}`
    if (pairs.has(pair)) throw plainError(`duplicate nodePort: ${pair}`)
    pairs.add(pair)
    return { ...port, nodePort }
  })
}

const nodePortsOf = (spec: JsonObject): ReadonlySet<number> =>
  new Set(
    listAt(spec, 'ports')
      .filter(isObject)
      .map((port) => numberAt(port, 'nodePort'))
      .filter((port) => port !== 0),
  )

/**
 * Allocates the addresses and ports that a service needs and lacks. The service is changed in place; `old` is the stored
 * service.
 * @throws invalid() when a requested address or port is refused, internalError() when no address is free or the health check
 * port is refused
 */
export function allocate(
  pools: Pools,
  service: ApiObject,
  old: ApiObject | undefined,
  { clock, list, dryRun }: WriteContext,
): void {
  const spec = ensuredObject(service, 'spec')
  const place = new Place(service, old)
  const before = old === undefined ? undefined : ensuredObject(old, 'spec')
  place.enter('spec')
  fillFamilies(
    spec,
    before,
    pools.ranges.map(({ family }): Family => family),
    place,
  )
  place.leave()
  refuse(service, place)
  if (!needsAddress(spec)) return
  const taken = takenBy(list('services'), service)
  // A dry run compares an address only with the range, and a port only with the taken ports.
  const takenAddresses = dryRun ? { ...taken, addresses: new Set<string>() } : taken
  const isNew = before === undefined || !needsAddress(before)
  const grows = listAt(spec, 'ipFamilies').length > listAt(spec, 'clusterIPs').length
  if (!isHeadless(spec) && (isNew || grows)) takeAddresses(spec, pools, { taken: takenAddresses, clock }, place)
  refuse(service, place)
  const wanted = dryRun ? { ...pools, ...ANY_PORT } : pools
  // The health check port of the stored service is released only after the update.
  if (before !== undefined) taken.ports.add(numberAt(before, 'healthCheckNodePort'))
  if (hasNodePorts(spec)) {
    const nodePorts = new NodePorts(wanted, taken, clock.random)
    if (before === undefined) takeNew(spec, nodePorts, place)
    else takeMore(spec, nodePortsOf(before), nodePorts, place)
  }
  refuse(service, place)
  if (!needsHealthCheck(spec) || (before !== undefined && needsHealthCheck(before))) return
  const healthCheck = numberAt(spec, 'healthCheckNodePort')
  if (healthCheck === 0) {
    spec['healthCheckNodePort'] = freePort(pools, taken, clock.random)
    return
  }
  const fault = portFault(healthCheck, wanted, taken)
  if (fault !== undefined) {
    throw internalError(`failed to allocate requested HealthCheck NodePort ${healthCheck}: ${fault}`)
  }
}

function refuse(service: ApiObject, { errors }: Place): void {
  if (errors.length > 0) throw invalid('', 'Service', service.metadata?.name ?? '', errors)
}
