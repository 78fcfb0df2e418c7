import type { Case } from '../conformance/case.ts'
import { stoppedClock } from '../conformance/in-process-play.ts'
import { RECORDED_HOSTNAME } from '../conformance/started-servers.ts'
import { withNamespace } from '../conformance/namespace.ts'
import type { Outcome } from '../conformance/outcome.ts'
import { outcomeOf } from '../conformance/outcome.ts'
import { play } from '../conformance/player.ts'
import { profileFlags } from '../conformance/profile.ts'
import { handlerBackend, hookScript } from './hook-handler.ts'
import { settingsOf, tabClient } from './tab-client.ts'
import type { TabServer } from './tab-server.ts'

export interface TabPlay {
  readonly profile: string
  /** Cases that are played beside each other. */
  readonly atOnce: number
}

/** Plays cases; each has a separate server in the tab. */
export async function playInTab(
  tab: TabServer,
  list: readonly Case[],
  { profile, atOnce }: TabPlay,
): Promise<Outcome[]> {
  const settings = { ...(await settingsOf(profileFlags(profile))), hostname: RECORDED_HOSTNAME }
  const script = await hookScript()
  const queue = [...list]
  const outcomes: Outcome[] = []
  const playCase = async (c: Case): Promise<void> => {
    // The id of a cluster has letters, digits and hyphens only.
    const server = `case-${list.indexOf(c)}`
    await tab.call({ type: 'start', server, dialect: 'k8s', settings, stoppedAt: stoppedClock(c) })
    const client = tabClient(tab, server)
    const results = await withNamespace(client, c, () => play(client, c, handlerBackend(tab, server, script))).catch(
      (error: unknown) => [{ error: String(error) }],
    )
    await tab.call({ type: 'stop', server })
    outcomes.push(outcomeOf(c, results))
  }
  const work = async (): Promise<void> => {
    for (let c = queue.shift(); c !== undefined; c = queue.shift()) await playCase(c)
  }
  await Promise.all(Array.from({ length: atOnce }, work))
  return outcomes.sort((a, b) => (a.id < b.id ? -1 : 1))
}
