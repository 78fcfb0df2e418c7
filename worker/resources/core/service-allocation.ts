import type { JsonObject } from '../../api/json.ts'
import { isObject } from '../../api/json.ts'
import type { ApiObject } from '../../api/object.ts'
import { invalid } from '../../api/status.ts'
import { Place } from '../notation/place.ts'
import { listAt, numberAt, part, textAt } from '../path.ts'
import type { WriteContext } from '../resource.ts'
import { goStrings } from '../rules/go-source.ts'
import { addressText, contains, parseNetwork, type Range } from '../rules/address-ranges.ts'
import { fillFamilies, type Family } from './service-families.ts'
import { isHeadless, needsAddress, needsHealthCheck, needsNodePort } from './service-types.ts'

/**
 * Addresses and ports that services share out. What is taken is what the stored services hold: so nothing has to be given
 * back when one goes, nor repaired when the server starts, and a dry run takes nothing.
 */
interface Pools {
  /** One range a family, the preferred one first. */
  readonly ranges: readonly Range[]
  readonly firstPort: number
  readonly lastPort: number
  /** Ports that may be asked for. */
  readonly firstWanted: number
  readonly lastWanted: number
}

export const poolsOf = (ranges: readonly string[]): Pools => ({
  ranges: ranges.map(parseNetwork),
  firstPort: 30000,
  lastPort: 32767,
  firstWanted: 30000,
  lastWanted: 32767,
})

const ANY_PORT = { firstWanted: -Infinity, lastWanted: Infinity }

/** How often a free address is guessed before the range is searched through. */
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
    const spec = isObject(service['spec']) ? service['spec'] : {}
    for (const address of listAt(spec, 'clusterIPs')) addresses.add(String(address))
    for (const port of listAt(spec, 'ports').filter(isObject)) ports.add(numberAt(port, 'nodePort'))
    ports.add(numberAt(spec, 'healthCheckNodePort'))
  }
  return { addresses, ports }
}

/** The upper part of a range is dealt out; the lower is left to those who name their address. */
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

function takeAddresses(
  spec: JsonObject,
  { ranges }: Pools,
  taken: Taken,
  clock: WriteContext['clock'],
  place: Place,
): void {
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
      if (free === undefined) fail(`failed to allocate a serviceIP: range is full`)
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

function freePort({ firstPort, lastPort }: Pools, { ports }: Taken, random: (bound: number) => number): number {
  const count = lastPort - firstPort + 1
  const start = random(count)
  for (let step = 0; step < count; step++) {
    const port = firstPort + ((start + step) % count)
    if (!ports.has(port)) return port
  }
  return 0
}

/** A port that is asked for; false where it cannot be had. */
function takePort(
  port: number,
  pools: Pools,
  taken: Taken,
  place: Place,
  ...steps: readonly (string | number)[]
): void {
  if (port < pools.firstWanted || port > pools.lastWanted) {
    const text = `provided port is not in the valid range. The range of valid ports is ${pools.firstPort}-${pools.lastPort}`
    place.invalid(port, text, ...steps)
  } else if (taken.ports.has(port)) place.invalid(port, 'provided port is already allocated', ...steps)
}

function takePorts(spec: JsonObject, pools: Pools, taken: Taken, clock: WriteContext['clock'], place: Place): void {
  const own = new Map<number, Set<string>>()
  spec['ports'] = listAt(spec, 'ports').map((port, index) => {
    if (!isObject(port)) return port
    const protocol = textAt(port, 'protocol')
    const wanted = numberAt(port, 'nodePort')
    if (wanted === 0) {
      const nodePort = sharedPort(own, protocol, port, spec) ?? freePort(pools, taken, clock.random)
      remember(own, nodePort, protocol)
      taken.ports.add(nodePort)
      return { ...port, nodePort }
    }
    // Two protocols of one service may share a port.
    const isShared = own.has(wanted) && own.get(wanted)?.has(protocol) === false
    if (!isShared) takePort(wanted, pools, taken, place, 'spec', 'ports', index, 'nodePort')
    remember(own, wanted, protocol)
    taken.ports.add(wanted)
    return port
  })
}

const remember = (own: Map<number, Set<string>>, port: number, protocol: string): void =>
  void own.set(port, (own.get(port) ?? new Set()).add(protocol))

/** A port of another protocol with the same number gets the same node port. */
function sharedPort(
  own: ReadonlyMap<number, ReadonlySet<string>>,
  protocol: string,
  port: JsonObject,
  spec: JsonObject,
): number | undefined {
  const twin = listAt(spec, 'ports')
    .filter(isObject)
    .find((other) => other !== port && other['port'] === port['port'] && numberAt(other, 'nodePort') > 0)
  const found = twin === undefined ? undefined : numberAt(twin, 'nodePort')
  return found !== undefined && own.get(found)?.has(protocol) === false ? found : undefined
}

/**
 * Gives a service what it needs and does not have. `spec` is the writer's to change; `old` is what the stored service holds.
 * @throws invalid() where what is asked for cannot be had
 */
export function allocate(
  pools: Pools,
  service: ApiObject,
  old: ApiObject | undefined,
  { clock, list, dryRun }: WriteContext,
): void {
  const spec = part(service, 'spec')
  const place = new Place(service, old)
  const before = old === undefined ? undefined : part(old, 'spec')
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
  // A dry run asks of addresses whether there are such, and of ports whether they are taken.
  const known = dryRun ? { ...taken, addresses: new Set<string>() } : taken
  const isNew = before === undefined || !needsAddress(before)
  const grows = listAt(spec, 'ipFamilies').length > listAt(spec, 'clusterIPs').length
  if (!isHeadless(spec) && (isNew || grows)) takeAddresses(spec, pools, known, clock, place)
  refuse(service, place)
  if (needsNodePort(spec)) takePorts(spec, dryRun ? { ...pools, ...ANY_PORT } : pools, taken, clock, place)
  refuse(service, place)
  if (!needsHealthCheck(spec)) return
  const healthCheck = numberAt(spec, 'healthCheckNodePort')
  if (healthCheck === 0) spec['healthCheckNodePort'] = freePort(pools, taken, clock.random)
  else takePort(healthCheck, pools, taken, place, 'spec', 'healthCheckNodePort')
  refuse(service, place)
}

function refuse(service: ApiObject, { errors }: Place): void {
  if (errors.length > 0) throw invalid('', 'Service', service.metadata?.name ?? '', errors)
}
