import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import type { Json } from '../../worker/api/json.ts'
import { MAX_VALUES } from '../../worker/codec/value-count.ts'
import { asAdmin } from './callers.ts'
import { EVERYTHING } from './everything.ts'
import { collections, filled, STYLES, type Collection, type Style } from './grown-lists.ts'
import { MAX_STALL, openFuzzedServer, type FuzzedServer } from './fuzzed-server.ts'

/** How the cost of one request grows with the length of one list. */
export interface Growth {
  readonly name: string
  /** The longest turn of the event loop, milliseconds, with `PART` and with `WHOLE` values; 0 when not measured. */
  readonly part: number
  readonly whole: number
  /** The longest turn with as many values as a body may have; 0 when `whole` shows that this turn would be short. */
  readonly most: number
  /** The growth of the heap with the most values, bytes. */
  readonly heap: number
}

const PART = 500
/** A linear algorithm takes eight times as long, a quadratic one 64 times. */
const WHOLE = 4000
const MAX_GROWTH = 24
/** A request that takes at most so many milliseconds is not compared with a smaller request. */
const LEAST_TIME = 40
/** A little below the bounds of a body, because the rest of the object has values, too. */
const MAX_FILLED_VALUES = MAX_VALUES - 500
const MAX_BYTES = 3_000_000
/** The growth of the heap that one request may cause, garbage included. */
const MAX_HEAP = 64 * 1024 * 1024
/** A request with the most values is measured when it is expected to reach this share of a bound. */
const NEAR = 0.7
/** The number of collections after which a server is replaced, so that stored objects do not slow later ones. */
const LIFE = 50
/** The number of times that a request above the bound is repeated. */
const REPEATS = 4

type Request = Parameters<FuzzedServer['send']>[0]
type Step = (collection: Collection, body: Json) => Request

const draft = (method: string, url: string, type: string, body: Json): Request => ({
  method,
  url,
  headers: { ...asAdmin, 'content-type': type },
  body: new TextEncoder().encode(JSON.stringify(body)),
})

/** Each write of the list: a create, and changes of an object that has another list there. */
const STEPS: Readonly<Record<string, Step>> = {
  create: ({ root }, body) => draft('POST', `${root}?dryRun=All`, 'application/json', body),
  apply: ({ root, objectName }, body) =>
    draft('PATCH', `${root}/${objectName}?dryRun=All&fieldManager=a&force=true`, 'application/apply-patch+yaml', body),
  update: ({ root, objectName }, body) => draft('PUT', `${root}/${objectName}?dryRun=All`, 'application/json', body),
  patch: ({ root, objectName }, body) =>
    draft('PATCH', `${root}/${objectName}?dryRun=All`, 'application/strategic-merge-patch+json', body),
  status: ({ root, objectName }, body) =>
    draft('PUT', `${root}/${objectName}/status?dryRun=All`, 'application/json', body),
}

interface Search {
  /** A text in the names of the searched collections. */
  readonly only: string
  /** Every `of`-th collection from `shard` on, so that several processes share the search. */
  readonly shard: number
  readonly of: number
  readonly progress: (growth: Growth) => void
}

/**
 * Writes every list and map of every kind with many values, and returns the cases that hold the event loop or fill the
 * heap.
 */
export async function searchGrowth({ only, shard, of, progress }: Search): Promise<Growth[]> {
  const found: Growth[] = []
  let server = await open()
  const own = collections().filter(({ name }, i) => name.includes(only) && i % of === shard % of)
  for (const [i, collection] of own.entries()) {
    if (i % LIFE === LIFE - 1) {
      await server.close()
      server = await open()
    }
    for (const style of stylesOf(collection)) {
      if (!(await growthsOf(server, collection, style)).some(isSuspect)) continue
      // Compilation and collected garbage do not repeat.
      const suspects = (await growthsOf(server, collection, style)).filter(isSuspect)
      suspects.forEach(progress)
      found.push(...suspects)
    }
  }
  await server.close()
  return found
}

/** The styles that give different values. */
function stylesOf(collection: Collection): Style[] {
  const bodies = new Map<string, Style>()
  for (const style of STYLES) {
    const text = JSON.stringify(filled(collection, 2, style))
    if (!bodies.has(text)) bodies.set(text, style)
  }
  return [...bodies.values()]
}

const isSuspect = ({ part, whole, most, heap }: Growth): boolean =>
  Math.max(whole, most) > MAX_STALL || heap > MAX_HEAP || (whole > LEAST_TIME && whole > MAX_GROWTH * Math.max(part, 2))

/** The server does not repeat a stalling request, because the search does so itself. */
const open = (): Promise<FuzzedServer> => openFuzzedServer(EVERYTHING, Number.POSITIVE_INFINITY)

async function growthsOf(server: FuzzedServer, collection: Collection, style: Style): Promise<Growth[]> {
  const most = maxValues(collection, style)
  const bodies = { small: filled(collection, PART, style), large: filled(collection, WHOLE, style) }
  const growths: Growth[] = []
  for (const [verb, step] of Object.entries(STEPS)) {
    const { status, stallMs, heapBytes: heap } = await server.send(step(collection, bodies.large))
    const part = stallMs > LEAST_TIME ? (await server.send(step(collection, bodies.small))).stallMs : 0
    const whole = await leastTime(server, step(collection, bodies.large), {
      stallMs,
      enough: Math.max(LEAST_TIME, MAX_GROWTH * Math.max(part, 2)),
    })
    growths.push({ name: `${verb} ${collection.name} (${style}: ${status})`, part, whole, most: 0, heap })
    // The changes find an object with another list.
    if (verb === 'create') await store(server, collection, filled(collection, WHOLE - 1, style))
  }
  const factor = most / WHOLE
  // A garbage collection during the request hides the growth of the heap.
  const isNear = ({ whole, heap }: Growth): boolean =>
    whole * factor > MAX_STALL * NEAR || heap <= 0 || heap * factor > MAX_HEAP * NEAR
  const measured: Growth[] = []
  for (const growth of growths) {
    const verb = growth.name.split(' ')[0] ?? ''
    measured.push({ ...growth, ...(isNear(growth) && (await measuredMost(server, collection, style, verb))) })
  }
  await server.send({ method: 'DELETE', url: urlOf(collection), headers: asAdmin })
  return measured
}

const urlOf = ({ root, objectName }: Collection): string => `${root}/${objectName}?gracePeriodSeconds=0`

async function store(server: FuzzedServer, collection: Collection, object: Json): Promise<void> {
  await server.send({ method: 'DELETE', url: urlOf(collection), headers: asAdmin })
  await server.send(draft('POST', collection.root, 'application/json', object))
}

/** The most values of the style that one body takes. */
function maxValues(collection: Collection, style: Style): number {
  const [two, many] = [filled(collection, 2, style), filled(collection, 2 + WHOLE, style)]
  const perValue = (countOf(many) - countOf(two)) / WHOLE
  const bytes = (JSON.stringify(many).length - JSON.stringify(two).length) / WHOLE
  return Math.floor(Math.min(MAX_FILLED_VALUES / perValue, MAX_BYTES / (bytes + 1)))
}

/** The values as the bound of a body counts them; the texts of the search hold none of these characters. */
const countOf = (body: Json): number => JSON.stringify(body).match(/[,[{]/g)?.length ?? 0

async function measuredMost(
  server: FuzzedServer,
  collection: Collection,
  style: Style,
  verb: string,
): Promise<Pick<Growth, 'most' | 'heap'>> {
  const count = maxValues(collection, style)
  if (verb !== 'create') await store(server, collection, filled(collection, count - 1, style))
  const request = STEPS[verb]?.(collection, filled(collection, count, style))
  if (request === undefined) throw new Error(`no step ${verb}`)
  collectGarbage()
  const { stallMs, heapBytes: heap } = await server.send(request)
  return { most: await leastTime(server, request, { stallMs, enough: MAX_STALL }), heap }
}

/**
 * The least time of a slow request in several tries, in milliseconds, because compilation and the collected garbage of
 * other requests do not repeat.
 */
async function leastTime(
  server: FuzzedServer,
  request: Request,
  { stallMs, enough }: { readonly stallMs: number; readonly enough: number },
): Promise<number> {
  let least = stallMs
  for (let again = 0; least > enough && again < REPEATS; again++)
    least = Math.min(least, (await server.send(request)).stallMs)
  return least
}

setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void
