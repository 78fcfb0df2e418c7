import type { Clock } from '../../worker/clock/clock.ts'
import { systemClock } from '../../worker/clock/clock.ts'
import type { Case } from './case.ts'
import { inProcessClient } from './in-process-client.ts'
import { withNamespace } from './namespace.ts'
import type { Outcome } from './outcome.ts'
import { outcomeOf } from './outcome.ts'
import { play } from './player.ts'
import { profileFlags, startProfileBackend } from './profile.ts'
import { startedServers, type StartServer } from './started-servers.ts'
import type { WebhookBackend } from './webhook-backend.ts'
import { startWebhookBackend } from './webhook-backend.ts'

/** Cases that wait for nothing keep one processor busy; more at a time only use more memory. */
const CASES_AT_ONCE = 24
/** Calls of webhooks have timeouts of a second. */
const WEBHOOK_CASES_AT_ONCE = 3

/**
 * The time at which the clock stops for a case, in milliseconds since 1970; undefined when the case itself waits and the
 * clock runs. The real server answered a case without waits within one second, and the answers show it: ages, equal times,
 * field owners that keep their times. This machine may be slower.
 */
export function stoppedClock({ steps }: Case): number | undefined {
  const waits = steps.some(({ sleep, until, watch, background }) => sleep ?? until ?? watch ?? background)
  return waits ? undefined : Date.now()
}

function clockFor(c: Case): Clock {
  const stoppedAt = stoppedClock(c)
  return stoppedAt === undefined ? systemClock : { ...systemClock, now: () => stoppedAt }
}

/** Plays a case against a new server, in this process. */
async function playCase(startServer: StartServer, c: Case, backend: WebhookBackend): Promise<Outcome> {
  const api = await startServer(clockFor(c))
  const client = inProcessClient(api.handle)
  const results = await withNamespace(client, c, () => play(client, c, backend)).catch((error: unknown) => [
    { error: String(error) },
  ])
  await api.close()
  return outcomeOf(c, results)
}

/** In these profiles flags name the URLs of webhooks, so that the backend cannot tell two cases apart. */
const ONE_AT_A_TIME = ['webhookauth', 'webhookauthbeta']

/** Plays cases, several at a time, each against a new server. */
export async function playInProcess(list: readonly Case[], profile: string): Promise<Outcome[]> {
  const backend = await startWebhookBackend({ fixedPort: false })
  const stopProfileBackend = await startProfileBackend(profile)
  const startServer = await startedServers(profileFlags(profile, backend.port))
  const outcomes: Outcome[] = []
  const work = async (queue: Case[]) => {
    for (let c = queue.shift(); c !== undefined; c = queue.shift())
      outcomes.push(await playCase(startServer, c, backend))
  }
  const workers = (queue: Case[], count: number) => Array.from({ length: count }, () => work(queue))
  const withHooks = list.filter((c) => c.hooks !== undefined)
  const others = list.filter((c) => c.hooks === undefined)
  const hooksAtOnce = ONE_AT_A_TIME.includes(profile) ? 1 : WEBHOOK_CASES_AT_ONCE
  await Promise.all([...workers(others, CASES_AT_ONCE), ...workers(withHooks, hooksAtOnce)])
  backend.close()
  stopProfileBackend()
  return outcomes.sort((a, b) => (a.id < b.id ? -1 : 1))
}
