import { dialects } from '../../worker/dialect/dialect.ts'
import { callerOf } from './callers.ts'
import { varied } from './changes.ts'
import type { Coverage } from './coverage.ts'
import { dice, pickFrom, type Dice } from './dice.ts'
import { EVERYTHING } from './everything.ts'
import type { Draft } from './requests.ts'
import { requestMaker } from './requests.ts'
import type { Seen } from './sequences.ts'
import { followUp, seenIn } from './sequences.ts'
import { MARKER, MAX_STALL, openFuzzedServer, type Finding, type FuzzedServer } from './fuzzed-server.ts'

export interface Run {
  readonly findings: readonly Finding[]
  /** The number of answers with each status. */
  readonly statuses: ReadonlyMap<number, number>
  /** The request with the longest turn of the event loop; the first requests of a process also compile their code. */
  readonly slowest: Turn
  /** Turns longer than `MAX_STALL`, also turns that the same request does not show again. */
  readonly longTurns: readonly Turn[]
}

export interface FuzzOptions {
  /** Called when a server is replaced, with the number of requests so far and all findings. */
  readonly progress?: (done: number, found: readonly Finding[]) => void
  /**
   * Requests that reach new code are varied later. V8 reports coverage that differs from run to run: with it the seed
   * does not decide every request.
   */
  readonly coverage?: Coverage
  /** In milliseconds: a longer turn of the event loop is a finding. By default `MAX_STALL`. */
  readonly maxStallMs?: number
}

/** The longest turn of the event loop during a request, milliseconds. */
export interface Turn {
  readonly ms: number
  readonly draft: Draft
}

/** The number of requests after which a server is replaced, so that stored objects do not slow later requests. */
const LIFE = 4000
/** The requests between two looks at the coverage. */
const BATCH = 200
/** The numbers of kept requests from batches that reached new code, and of kept objects from answers. Older ones are dropped. */
const KEPT_DRAFTS = 5000
const KEPT_OBJECTS = 64

/** Sends `count` requests, one after the other, as `seed` decides. */
export async function fuzz(seed: number, count: number, options: FuzzOptions = {}): Promise<Run> {
  const { progress, coverage, maxStallMs } = options
  const findings: Finding[] = []
  const statuses = new Map<number, number>()
  const random = dice(seed)
  const maker = draftMaker(random)
  const longTurns: Turn[] = []
  let slowest: Turn = { ms: 0, draft: { method: '', url: '', headers: {} } }
  for (let done = 0; done < count;) {
    // Servers have the default features and every feature in turn, because a gate can change the results of rules for other fields.
    const server = await openFuzzedServer((done / LIFE) % 2 === 0 ? {} : EVERYTHING, maxStallMs)
    for (const end = Math.min(count, done + LIFE); done < end;) {
      const batch = await sendBatch(server, maker, Math.min(BATCH, end - done))
      done += batch.sent
      findings.push(...batch.findings)
      if (batch.slowest !== undefined && batch.slowest.ms > slowest.ms) slowest = batch.slowest
      longTurns.push(...batch.longTurns)
      for (const status of batch.statuses) statuses.set(status, (statuses.get(status) ?? 0) + 1)
      if (coverage !== undefined && (await coverage.news()) > 0) maker.keep(batch.drafts)
    }
    maker.forgetObjects()
    await server.close()
    progress?.(done, findings)
  }
  return { findings, statuses, slowest, longTurns }
}

async function sendBatch(server: FuzzedServer, maker: DraftMaker, size: number) {
  const [findings, drafts, statuses]: [Finding[], Draft[], number[]] = [[], [], []]
  const turns: Turn[] = []
  for (let i = 0; i < size; i++) {
    const draft = maker.next()
    const sent = await server.send(draft)
    drafts.push(draft)
    statuses.push(sent.status)
    findings.push(...sent.findings)
    turns.push({ ms: sent.stallMs, draft })
    if (sent.status === 200 || sent.status === 201) maker.learn(draft, sent.text)
  }
  const longTurns = turns.filter(({ ms }) => ms > MAX_STALL)
  const [slowest] = turns.sort((a, b) => b.ms - a.ms)
  return { sent: size, drafts, statuses, findings, slowest, longTurns }
}

interface DraftMaker {
  /** A request of the grammar, a follow-up of an answer, or a variation of a request that reached new code. */
  next(): Draft
  /** Takes the object of an answer for follow-ups. */
  learn(draft: Draft, text: string): void
  /** Keeps requests for variations. */
  keep(drafts: readonly Draft[]): void
  forgetObjects(): void
}

function draftMaker(random: Dice): DraftMaker {
  const make = requestMaker(dialects.k8s)
  const seen: Seen[] = []
  const kept: Draft[] = []
  return {
    next() {
      if (seen.length > 0 && random.chance(0.3)) return followUp(random, seen, callerOf(random))
      if (kept.length > 0 && random.chance(0.2)) return varied(random, pickFrom(random, kept))
      const draft = make(random)
      return { ...draft, headers: { ...draft.headers, ...callerOf(random) } }
    },
    learn(draft, text) {
      // An object of the hidden namespace in a later body is not a leak.
      const object = text.includes(MARKER) ? undefined : seenIn(draft, text)
      if (object === undefined) return
      seen.push(object)
      if (seen.length > KEPT_OBJECTS) seen.shift()
    },
    keep(drafts) {
      kept.push(...drafts)
      kept.splice(0, kept.length - KEPT_DRAFTS)
    },
    forgetObjects: () => void seen.splice(0),
  }
}
