import { setTimeout as delay } from 'node:timers/promises'
import { parseFlags } from '../../../serve/flags.ts'
import { serverOptions } from '../../../serve/options.ts'
import { systemClock } from '../../../worker/clock/clock.ts'
import { createApiServer } from '../../../worker/server/api-server.ts'
import type { Case, Client } from '../../conformance/case.ts'
import { differences } from '../../conformance/differences.ts'
import { inProcessClient } from '../../conformance/in-process-client.ts'
import { stoppedClock } from '../../conformance/in-process-play.ts'
import { RECORDED_HOSTNAME } from '../../conformance/started-servers.ts'
import { withNamespace } from '../../conformance/namespace.ts'
import { play } from '../../conformance/player.ts'
import type { WebhookBackend } from '../../conformance/webhook-backend.ts'
import type { RealServer } from './real-server.ts'
import { scrubbed } from './scrubbed.ts'

const LONGEST_CASE_MS = 120_000

/** A step that the two servers answered differently. */
interface DifferentStep {
  readonly step: number
  readonly found: readonly string[]
  readonly real: unknown
  readonly ours: unknown
}

/** The comparison of the answers of two servers to one case. */
export interface Comparison {
  readonly area: string
  readonly answers: number
  readonly different: readonly DifferentStep[]
}

/** The servers that play a case. */
interface Servers {
  readonly real: RealServer
  /** The flags of our server; each case gets a new server. */
  readonly flags: readonly string[]
  readonly backend: WebhookBackend
  /** Whether a difference counts without a second play, for cases that change what the real server answers later. */
  readonly once: boolean
}

/**
 * Plays a case on both servers, and once more when answers differ. A difference counts when it recurs and the real server
 * answers the same both times; some of its answers have a random order.
 */
export async function comparison(c: Case, servers: Servers): Promise<Comparison> {
  const first = await playReal(servers, c)
  const once = compared(c, first, await playOurs(servers, c))
  if (once.different.length === 0 || servers.once) return once
  const second = await playReal(servers, c)
  const steps = ({ different }: Comparison): Set<number> => new Set(different.map(({ step }) => step))
  const unsteady = steps(compared(c, second, first))
  const again = steps(compared(c, second, await playOurs(servers, c)))
  return { ...once, different: once.different.filter(({ step }) => again.has(step) && !unsteady.has(step)) }
}

/** Plays a case against a new server in this process. */
async function playOurs({ flags, backend }: Servers, c: Case): Promise<unknown[]> {
  const stopped = stoppedClock(c)
  const clock = stopped === undefined ? systemClock : { ...systemClock, now: () => stopped }
  const options = await serverOptions(parseFlags(flags))
  const api = await createApiServer({ ...options, clock, hostname: RECORDED_HOSTNAME })
  const results = await playWith(inProcessClient(api.handle), c, backend)
  await api.close()
  return results
}

/** Plays a case against the real server, and restores its stored objects. */
async function playReal({ real, backend }: Servers, c: Case): Promise<unknown[]> {
  const results = await playWith(real.client, c, backend)
  await real.stored.putBack()
  return results
}

function playWith(client: Client, c: Case, backend: WebhookBackend): Promise<unknown[]> {
  const played = withNamespace(client, c, () => play(client, c, backend))
  return Promise.race([played, ended()]).catch((error: unknown) => [{ error: String(error) }])
}

/** Rejects after the time limit, because a changed request may open a stream without an end. */
async function ended(): Promise<never> {
  await delay(LONGEST_CASE_MS, undefined, { ref: false })
  throw new Error('the case did not end')
}

/** Compares the answers of two servers to the steps of a case. */
function compared(c: Case, real: readonly unknown[], ours: readonly unknown[]): Comparison {
  const different: DifferentStep[] = []
  let answers = 0
  for (const step of c.steps.keys()) {
    const [want, got = {}] = [real[step], ours[step]]
    if (want === null || want === undefined) continue
    answers++
    if (differences(want, got).length === 0) continue
    const [scrubbedWant, scrubbedGot] = [scrubbed(want), scrubbed(got)]
    const found = differences(scrubbedWant, scrubbedGot)
    // The order of field owners depends on the second of each write, on either side.
    if (found.length > 0 && differences(got, want).length > 0) different.push({ step, found, real: want, ours: got })
  }
  return { area: c.area, answers, different }
}
