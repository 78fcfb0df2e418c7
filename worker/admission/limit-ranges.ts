import { doubleOf } from '../api/numbers.ts'
import type { JsonObject } from '../api/json.ts'
import type { ApiObject } from '../api/object.ts'
import { formatQuantity, parseQuantity, quantityInt64, type Quantity } from '../api/quantity.ts'
import { containersOf, objectOf, objectsOf, specOf, textOf } from './object-parts.ts'
import { aggregateText } from '../api/go-format.ts'
import { podResources, readResourceList, type ResourceList } from './resource-list.ts'

/** The faults of a pod or claim against the limits of one range, as one text; undefined when there is none. */
export function rangeFault(resource: string, spec: JsonObject, range: ApiObject): string | undefined {
  const check = resource === 'pods' ? podFaults : claimFaults
  const faults = objectsOf(specOf(range), 'limits').flatMap((limit) => [...check(spec, limit)])
  return faults.length > 0 ? aggregateText(faults) : undefined
}

/** Fills the missing requests and limits of the containers of a pod, and names them in an annotation. */
export function fillDefaults(pod: ApiObject, range: ApiObject, annotation: string): void {
  const defaults = { requests: {}, limits: {} }
  for (const limit of objectsOf(specOf(range), 'limits')) {
    if (textOf(limit, 'type') !== 'Container') continue
    Object.assign(defaults.requests, objectOf(limit, 'defaultRequest'))
    Object.assign(defaults.limits, objectOf(limit, 'default'))
  }
  const spec = specOf(pod)
  const messages: string[] = []
  for (const [list, what] of [
    ['containers', 'container'],
    ['initContainers', 'init container'],
  ] as const) {
    for (const container of containersOf(spec, [list])) {
      const resources = { ...objectOf(container, 'resources') }
      container['resources'] = resources
      for (const kind of ['requests', 'limits'] as const) {
        const names = fill(resources, kind, defaults[kind])
        if (names.length === 0) continue
        messages.push(`${names.join(', ')} ${kind.slice(0, -1)} for ${what} ${textOf(container, 'name')}`)
      }
    }
  }
  if (messages.length === 0) return
  pod.metadata ??= {}
  pod.metadata.annotations = {
    ...pod.metadata.annotations,
    [annotation]: `LimitRanger plugin set: ${messages.join('; ')}`,
  }
}

/** Fills the missing defaults and returns their names. */
function fill(resources: JsonObject, kind: string, defaults: JsonObject): string[] {
  const given = objectOf(resources, kind)
  const missing = Object.keys(defaults)
    .filter((name) => given[name] === undefined)
    .sort()
  if (missing.length > 0) resources[kind] = { ...defaults, ...given }
  return missing
}

/** The resources of a container or a pod. */
interface PodResources {
  readonly requests: ResourceList
  readonly limits: ResourceList
}

function* podFaults(spec: JsonObject, limit: JsonObject): Generator<string> {
  const type = textOf(limit, 'type')
  if (type === 'Container') {
    for (const container of containersOf(spec, ['containers', 'initContainers'])) {
      const resources = objectOf(container, 'resources')
      yield* faults(type, limit, {
        requests: readResourceList(resources, 'requests'),
        limits: readResourceList(resources, 'limits'),
      })
    }
  } else if (type === 'Pod') {
    yield* faults(type, limit, { requests: podResources(spec, 'requests'), limits: podResources(spec, 'limits') })
  }
}

function* faults(type: string, limit: JsonObject, { requests, limits }: PodResources): Generator<string> {
  for (const [name, least] of readResourceList(limit, 'min')) {
    yield* belowMinimum({ type, name, bound: least }, requests.get(name), limits.get(name))
  }
  for (const [name, most] of readResourceList(limit, 'max')) {
    yield* aboveMaximum({ type, name, bound: most }, requests.get(name), limits.get(name))
  }
  for (const [name, most] of readResourceList(limit, 'maxLimitRequestRatio')) {
    yield* aboveRatio({ type, name, bound: most }, requests.get(name), limits.get(name))
  }
}

/** A claim has requests only. */
function* claimFaults(spec: JsonObject, limit: JsonObject): Generator<string> {
  const type = textOf(limit, 'type')
  if (type !== 'PersistentVolumeClaim') return
  const requests = readResourceList(objectOf(spec, 'resources'), 'requests')
  for (const [name, least] of readResourceList(limit, 'min')) {
    yield* belowMinimum({ type, name, bound: least }, requests.get(name), undefined)
  }
  for (const [name, most] of readResourceList(limit, 'max')) {
    const head = `maximum ${name} usage per ${type} is ${formatQuantity(most)}`
    const request = requests.get(name)
    if (request === undefined) yield `${head}.  No request is specified`
    else if (isAbove(request, most)) yield `${head}, but request is ${formatQuantity(request)}`
  }
}

type Given = Quantity | undefined

/** One resource of a limit range's minimum, maximum or ratio. */
interface Bound {
  /** The kind of limit: `Container`, `Pod` or `PersistentVolumeClaim`. */
  readonly type: string
  readonly name: string
  readonly bound: Quantity
}

function* belowMinimum({ type, name, bound: least }: Bound, request: Given, limit: Given): Generator<string> {
  const head = `minimum ${name} usage per ${type} is ${formatQuantity(least)}`
  const [requested, allowed, enforced] = inOneUnit(request, limit, least)
  if (request === undefined) yield `${head}.  No request is specified`
  else if (requested < enforced) yield `${head}, but request is ${formatQuantity(request)}`
  else if (limit !== undefined && allowed < enforced) yield `${head}, but limit is ${formatQuantity(limit)}`
}

function* aboveMaximum({ type, name, bound: most }: Bound, request: Given, limit: Given): Generator<string> {
  const head = `maximum ${name} usage per ${type} is ${formatQuantity(most)}`
  const [requested, allowed, enforced] = inOneUnit(request, limit, most)
  if (limit === undefined) yield `${head}.  No limit is specified`
  else if (allowed > enforced) yield `${head}, but limit is ${formatQuantity(limit)}`
  else if (request !== undefined && requested > enforced) yield `${head}, but request is ${formatQuantity(request)}`
}

const NOTHING = parseQuantity('0')

/** The largest whole number whose thousandths fit in an int64. */
const MAX_MILLI_VALUE = (2n ** 63n - 1n) / 1000n

/**
 * The three quantities in thousandths, or in whole units when one of them is too large, as in the comparison of the real
 * server.
 */
function inOneUnit(request: Given, limit: Given, enforced: Quantity): readonly [bigint, bigint, bigint] {
  const all = [request ?? NOTHING, limit ?? NOTHING, enforced] as const
  const exp10 = all.every((quantity) => quantityInt64(quantity) <= MAX_MILLI_VALUE) ? -3 : 0
  const [requested, allowed, bound] = all
  return [quantityInt64(requested, exp10), quantityInt64(allowed, exp10), quantityInt64(bound, exp10)]
}

function isAbove(request: Quantity, most: Quantity): boolean {
  const [requested, , enforced] = inOneUnit(request, undefined, most)
  return requested > enforced
}

function* aboveRatio({ type, name, bound: most }: Bound, request: Given, limit: Given): Generator<string> {
  const head = `${name} max limit to request ratio per ${type} is ${formatQuantity(most)}`
  const [requested, allowed] = inOneUnit(request, limit, most)
  const ratio = doubleOf(allowed) / doubleOf(requested)
  if (requested === 0n) yield `${head}, but no request is specified or request is 0`
  else if (allowed === 0n) yield `${head}, but no limit is specified or limit is 0`
  else if (isRatioAbove(ratio, most)) yield `${head}, but provided ratio is ${ratio.toFixed(6)}`
}

function isRatioAbove(ratio: number, most: Quantity): boolean {
  const whole = quantityInt64(most)
  return whole <= MAX_MILLI_VALUE ? ratio * 1000 > doubleOf(quantityInt64(most, -3)) : ratio > doubleOf(whole)
}
