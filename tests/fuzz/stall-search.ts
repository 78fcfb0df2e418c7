import { isObject, objectOrEmpty, type Json, type JsonObject } from '../../worker/api/json.ts'
import { asAdmin } from './callers.ts'
import { EVERYTHING } from './everything.ts'
import { changed, pathIn } from './changes.ts'
import { dice, pickFrom, type Dice } from './dice.ts'
import type { Draft } from './requests.ts'
import { keyedLists, type KeyedList } from './schema-places.ts'
import { MAX_STALL, openFuzzedServer, type Finding, type FuzzedServer } from './fuzzed-server.ts'

/** A body that was measured. */
interface Candidate {
  readonly name: string
  readonly list: KeyedList
  readonly object: JsonObject
  readonly ms: number
  readonly bytes: number
}

interface Found {
  /** The slowest bodies, the slowest first. */
  readonly slowest: readonly Candidate[]
  readonly findings: readonly Finding[]
}

const KEPT = 24
const SHOWN = 10
/** Longer bodies show nothing new: they have more values than the server accepts, or take only the time to read their bytes. */
const MAX_BYTES = 1_000_000
/** Added to the size of a body when bodies are compared, because a short body takes mostly the time of the request. */
const LEAST_BYTES = 2000
const FACTOR = 8

/**
 * Searches for bodies that take much time for each byte. The slowest ones are grown by repeating one of their values, or changed
 * in one place, and measured again.
 */
export async function searchStalls(seed: number, count: number, maxStallMs = MAX_STALL): Promise<Found> {
  const random = dice(seed)
  const lists = keyedLists()
  const findings: Finding[] = []
  let fittest: Candidate[] = []
  let slowest: Candidate[] = []
  let server = await openFuzzedServer(EVERYTHING, maxStallMs)
  for (let i = 0; i < count; i++) {
    const parent = fittest.length > 0 && random.chance(0.8) ? pickFrom(random, fittest) : seedOf(random, lists)
    const { candidate, found } = await measure(server, grown(random, parent))
    findings.push(...found)
    if (found.length > 0) {
      await server.close()
      server = await openFuzzedServer(EVERYTHING, maxStallMs)
    }
    fittest = kept([...fittest, candidate], ({ ms, bytes }) => ms / (bytes + LEAST_BYTES), KEPT)
    slowest = kept([...slowest, candidate], ({ ms }) => ms, SHOWN)
  }
  await server.close()
  return { slowest, findings }
}

const kept = (candidates: readonly Candidate[], fitness: (candidate: Candidate) => number, most: number): Candidate[] =>
  [...candidates].sort((a, b) => fitness(b) - fitness(a)).slice(0, most)

function seedOf(random: Dice, lists: readonly KeyedList[]): Candidate {
  const list = pickFrom(random, lists)
  const items = pickFrom<Json>(random, [[{}], [{ name: 'a' }], ['a'], [{ key: 'a' }]])
  const object = list.put({ ...list.sound, metadata: { name: 'stall' } }, items)
  return { name: `${list.kind} of ${list.root}`, list, object: objectOrEmpty(object), ms: 0, bytes: 0 }
}

/** The object with one value repeated many times beside itself, or changed. */
function grown(random: Dice, parent: Candidate): Candidate {
  const { object } = parent
  if (random.chance(0.3)) return { ...parent, object: changed(random, object) }
  const path = pathIn(random, object)
  // `structuredClone` keeps a value that occurs in two places shared: a change of one would change the other.
  const copy = JSON.parse(JSON.stringify(object)) as JsonObject
  let holder: Json = copy
  for (const step of path.slice(0, -1)) holder = (holder as JsonObject)[step] as Json
  const key = path.at(-1) ?? ''
  const times = FACTOR ** (1 + random.below(5))
  const own = JSON.stringify((holder as JsonObject)[key] ?? null).length + key.length
  repeat(holder, key, Math.min(times, (MAX_BYTES - JSON.stringify(object).length) / own))
  return { ...parent, object: copy }
}

function repeat(holder: Json, key: string, times: number): void {
  if (Array.isArray(holder)) {
    const item = holder[Number(key)] ?? null
    for (let i = 0; i < times; i++) holder.push(numbered(item, i))
  } else if (isObject(holder)) {
    const value = holder[key] ?? null
    if (typeof value === 'string') holder[key] = value.repeat(Math.max(0, times))
    else for (let i = 0; i < times; i++) holder[`${key}${i}`] = value
  }
}

/** A copy of an item with the index at the end of its texts. An object with an even index is copied unchanged. */
function numbered(item: Json, index: number): Json {
  if (index % 2 === 0 || !isObject(item)) return typeof item === 'string' ? `${item}${index}` : item
  return Object.fromEntries(
    Object.entries(item).map(([key, value]) => [key, typeof value === 'string' ? `${value}${index}` : (value ?? null)]),
  )
}

async function measure(
  server: FuzzedServer,
  made: Candidate,
): Promise<{ candidate: Candidate; found: readonly Finding[] }> {
  const { list, object } = made
  const body = new TextEncoder().encode(JSON.stringify({ ...object, kind: list.kind, apiVersion: list.apiVersion }))
  const headers = { ...asAdmin, 'content-type': 'application/json' }
  const draft: Draft = { method: 'POST', url: `${list.root}?dryRun=All`, headers, body }
  const sent = await server.send(draft)
  return { candidate: { ...made, ms: sent.stallMs, bytes: body.length }, found: sent.findings }
}
