import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { parseFlags } from '../../serve/flags.ts'
import { serverOptions } from '../../serve/options.ts'
import { createApiServer } from '../../worker/server/api-server.ts'
import type { Clock } from '../../worker/clock/clock.ts'
import { systemClock } from '../../worker/clock/clock.ts'
import type { OracleClient } from './client.ts'
import { clientOf } from './client.ts'

/** Where the recorded answers of the real server lie; the project does not contain them. */
const folder = fileURLToPath(new URL('../../../shared/oracle/', import.meta.url))

export const oraclePresent = existsSync(path.join(folder, 'transcript.mjs'))

export interface Case {
  readonly name: string
  readonly area: string
  readonly profile?: string
  readonly hooks?: unknown
  readonly steps: readonly Step[]
}

interface Step {
  readonly expect?: unknown
  readonly method?: string
  readonly path?: string
  readonly sleep?: number
  readonly until?: unknown
  readonly watch?: unknown
  readonly background?: unknown
}

/** How one case went: its differences, and how many of its answers were identical. */
export interface Outcome {
  readonly id: string
  readonly area: string
  readonly differences: readonly string[]
  readonly identical: number
  readonly answers: number
}

interface Player {
  play(client: OracleClient, c: Case): Promise<unknown[]>
  withNamespace(client: OracleClient, c: Case, run: () => Promise<unknown[]>): Promise<unknown[]>
  diff(want: unknown, got: unknown): string[]
}

const load = (file: string): Promise<unknown> => import(pathToFileURL(path.join(folder, file)).href)

/** The recorded cases of these areas for one profile; all areas where none is named. */
export function cases(areas: readonly string[], profile: string): Case[] {
  return readdirSync(path.join(folder, 'cases'))
    .sort()
    .flatMap((file) => JSON.parse(readFileSync(path.join(folder, 'cases', file), 'utf8')) as Case[])
    .filter((c) => (areas.length === 0 || areas.includes(c.area)) && (c.profile ?? 'default') === profile)
}

/**
 * The real server answered these steps within one second, and what it wrote says so: ages, equal times, owners that
 * keep theirs. Here the machine may be busy, so the second lasts as long as the case, unless the case itself waits.
 */
function clockFor({ steps }: Case): Clock {
  const waits = steps.some(({ sleep, until, watch, background }) => sleep ?? until ?? watch ?? background)
  const start = Date.now()
  return waits ? systemClock : { ...systemClock, now: () => start }
}

/** The name of the machine that the real server ran on; its answers tell it. */
const RECORDED_ON = 'vm'

/** Plays a case against a server of its own, in this process. */
async function playCase(player: Player, flags: readonly string[], c: Case): Promise<Outcome> {
  const api = await createApiServer({
    ...(await serverOptions(parseFlags(flags))),
    clock: clockFor(c),
    hostname: RECORDED_ON,
  })
  const client = clientOf(api.handle)
  const got = await player
    .withNamespace(client, c, () => player.play(client, c))
    .catch((error: unknown) => [{ error: String(error) }])
  await api.close()
  const differences: string[] = []
  let answers = 0
  let identical = 0
  for (const [i, step] of c.steps.entries()) {
    if (step.expect === undefined) continue
    answers++
    const found = player.diff(step.expect, got[i] ?? {})
    if (found.length === 0) identical++
    for (const difference of found)
      differences.push(`step ${i} ${step.method ?? 'GET'} ${step.path ?? ''}: ${difference}`)
  }
  return { id: `${c.area}/${c.name}`, area: c.area, differences, identical, answers }
}

/**
 * Plays cases, a few at a time; each has its own server, so they cannot meet. Cases with webhooks share one backend
 * port and go one by one.
 */
export async function playAll(list: readonly Case[], profile: string, atOnce = 24): Promise<Outcome[]> {
  const player = (await load('transcript.mjs')) as Player
  const { profileFlags } = (await load('spawn.mjs')) as { profileFlags(profile: string): string[] }
  const flags = profileFlags(profile)
  const outcomes: Outcome[] = []
  const work = async (queue: Case[]) => {
    for (let c = queue.shift(); c !== undefined; c = queue.shift()) outcomes.push(await playCase(player, flags, c))
  }
  const alone = list.filter((c) => c.hooks !== undefined)
  const together = list.filter((c) => c.hooks === undefined)
  await Promise.all([...Array.from({ length: atOnce }, () => work(together)), work(alone)])
  return outcomes.sort((a, b) => (a.id < b.id ? -1 : 1))
}
