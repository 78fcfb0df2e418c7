import { parseFlags } from '../../serve/flags.ts'
import { listen } from '../../serve/listening.ts'
import type { ApiServer } from '../../worker/server/api-server.ts'
import { systemClock } from '../../worker/clock/clock.ts'
import { httpClient } from '../conformance/http-client.ts'
import { withNamespace } from '../conformance/namespace.ts'
import { profileFlags } from '../conformance/profile.ts'
import { startedServers } from '../conformance/started-servers.ts'
import { recordingPath } from '../recordings/archive.ts'
import type { ClientRunner } from './client-runner.ts'
import { inProcessClient } from './client-runner.ts'
import type { CommandCase } from './command-case.ts'
import { commandCases } from './command-case.ts'
import type { CommandOutcome } from './outcome.ts'
import { commandOutcome } from './outcome.ts'
import { playCommands } from './player.ts'

/** Cases mostly wait for their requests, so one process plays several. */
const CASES_AT_ONCE = 8

export interface Chosen {
  /** A part of the name of a case. */
  readonly name?: string
  readonly profile?: string
  readonly run?: ClientRunner
}

/** Plays the cases of a file, each against a new server. */
export async function playFile(
  file: string,
  { name = '', profile = 'default', run = inProcessClient }: Chosen = {},
): Promise<CommandOutcome[]> {
  const cases = commandCases(file).filter((c) => (c.profile ?? 'default') === profile && c.name.includes(name))
  const results = await playCases(cases, { profile, run })
  return cases.map((c, at) => commandOutcome(file, c, results[at] ?? []))
}

interface Playing {
  readonly profile?: string
  readonly run: ClientRunner
  /** Called after each case. */
  done?(index: number, results: readonly unknown[]): void
}

/** Plays cases, each against a new server. Returns the results of each case in the order of its steps. */
export async function playCases(
  cases: readonly CommandCase[],
  { profile = 'default', run, done }: Playing,
): Promise<unknown[][]> {
  const flags = securedFlags(profile)
  const startServer = await startedServers(flags)
  const queue = [...cases.entries()]
  const results: unknown[][] = []
  const work = async () => {
    for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
      const [at, c] = next
      const result = await playCase(c, {
        api: await startServer(systemClock),
        flags: [...flags, '--secure-port=0'],
        run,
      })
      results[at] = result
      done?.(at, result)
    }
  }
  await Promise.all(Array.from({ length: CASES_AT_ONCE }, work))
  return results
}

/** The flags of a profile with a certificate: the client sends no credentials to a server on plain HTTP. */
function securedFlags(profile: string): string[] {
  const flags = profileFlags(profile)
  if (flags.some((flag) => flag.startsWith('--tls'))) return flags
  const [cert, key] = ['crt', 'key'].map((type) => recordingPath(`pki/server.${type}`))
  return [...flags, `--tls-cert-file=${cert}`, `--tls-private-key-file=${key}`]
}

interface Started {
  readonly api: ApiServer
  readonly flags: readonly string[]
  readonly run: ClientRunner
}

async function playCase(c: CommandCase, { api, flags, run }: Started): Promise<unknown[]> {
  const [port] = await listen(parseFlags(flags), api.handle)
  if (port === undefined) throw new Error('the flags ask for a port, but none was opened')
  const client = httpClient(port.url)
  const results = await withNamespace(client, c, () => playCommands(c, run, { client, base: port.url }))
  port.cut()
  await api.close()
  return results
}
