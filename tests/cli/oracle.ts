import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { parseFlags } from '../../serve/flags.ts'
import { listen } from '../../serve/listening.ts'
import { serverOptions } from '../../serve/options.ts'
import { nodeHost } from '../../serve/svcctl-host.ts'
import { runCli } from '../../src/cli/cli.ts'
import { createApiServer } from '../../worker/server/api-server.ts'
import { dialects } from '../../worker/dialect/dialect.ts'

/** Where the recorded command lines of the real client lie; the project does not contain them. */
const folder = fileURLToPath(new URL('../../../shared/oracle/', import.meta.url))

export const oraclePresent = existsSync(path.join(folder, 'cli.mjs'))

export interface Case {
  readonly name: string
  readonly profile?: string
  readonly commands: readonly Step[]
}

interface Step {
  readonly args?: readonly string[]
  readonly read?: string
  readonly expect?: unknown
}

/** How one case went: what differs, by command (`10-patch/cli-patch-types 3: patch cm a -p {}`). */
export interface Outcome {
  readonly differences: ReadonlyMap<string, readonly string[]>
  readonly commands: number
}

/** A folder of its own for the files of a case, and a client that runs in it. */
interface CaseHost {
  readonly dir: string
  start(command: StartedCommand): RunningCommand
}

interface StartedCommand {
  readonly args: readonly string[]
  readonly stdin?: string
  readonly env?: Readonly<Record<string, string>>
}

interface RunningCommand {
  readonly done: Promise<{ readonly stdout: string; readonly stderr: string; readonly code: number | string }>
  lines(): number
  stop(): void
}

interface Player {
  ProcessHost: new (command: string) => CaseHost
  play(host: CaseHost, client: unknown, c: Case, base: string): Promise<unknown[]>
  diffResult(want: unknown, got: unknown): string[]
}

interface Transcript {
  Client: new (base: string) => unknown
  withNamespace(client: unknown, c: Case, run: () => Promise<unknown[]>): Promise<unknown[]>
}

const load = (file: string): Promise<unknown> => import(pathToFileURL(path.join(folder, file)).href)

/** The recorded cases of a file such as `10-patch`. */
export function cases(file: string): Case[] {
  return JSON.parse(readFileSync(path.join(folder, 'cases-cli', `${file}.json`), 'utf8')) as Case[]
}

/** Runs the client in this process, as if it were one of its own in the case's folder. */
function start(directory: string, { args, stdin = '', env }: StartedCommand): RunningCommand {
  const aborter = new AbortController()
  const environment = { PATH: process.env.PATH, HOME: directory, TMPDIR: path.join(directory, '.tmp'), ...env }
  let stdout = ''
  let stderr = ''
  const done = runCli(args, {
    ...nodeHost({ directory, environment, stderr: (text) => void (stderr += text) }),
    dialect: dialects.k8s,
    environment,
    signal: aborter.signal,
    columns: 80,
    stdout: (text) => void (stdout += text),
    stderr: (text) => void (stderr += text),
    stdin: () => Promise.resolve(stdin),
  }).then((code) => ({ stdout, stderr, code: aborter.signal.aborted ? 'stopped' : code }))
  return { done, lines: () => stdout.split('\n').length - 1, stop: () => aborter.abort() }
}

async function playCase(file: string, c: Case, flags: readonly string[]): Promise<Outcome> {
  const { ProcessHost, play, diffResult } = (await load('cli.mjs')) as Player
  const { Client, withNamespace } = (await load('transcript.mjs')) as Transcript
  const values = parseFlags([...flags, flags.some((flag) => flag.startsWith('--tls')) ? '--secure-port=0' : '--port=0'])
  const api = await createApiServer(await serverOptions(values))
  const [port] = await listen(values, api.handle)
  if (port === undefined) throw new Error('the flags ask for a port, but none was opened')
  class InProcessHost extends ProcessHost {
    override start(command: StartedCommand): RunningCommand {
      return start(this.dir, command)
    }
  }
  const client = new Client(port.url)
  const got = await withNamespace(client, c, () => play(new InProcessHost('svcctl'), client, c, port.url))
  port.cut()
  await api.close()
  const differences = new Map<string, string[]>()
  const expected = c.commands.flatMap((step, i) => (step.expect === undefined ? [] : [{ step, i }]))
  for (const { step, i } of expected) {
    const found = diffResult(step.expect, got[i] ?? {})
    const words = (step.args ?? ['read', step.read ?? '']).join(' ').split('\n')[0] ?? ''
    if (found.length > 0) differences.set(`${file}/${c.name} ${i}: ${words.slice(0, 100)}`, found)
  }
  return { differences, commands: expected.length }
}

/** Plays the cases of a file, each against a server of its own, a few at a time. */
export async function playFile(file: string, name = '', profile = 'default'): Promise<Outcome[]> {
  const { profileFlags } = (await load('spawn.mjs')) as { profileFlags(profile: string): string[] }
  const flags = profileFlags(profile)
  const queue = cases(file).filter((c) => (c.profile ?? 'default') === profile && c.name.includes(name))
  const outcomes: Outcome[] = []
  const work = async () => {
    for (let c = queue.shift(); c !== undefined; c = queue.shift()) outcomes.push(await playCase(file, c, flags))
  }
  await Promise.all(Array.from({ length: 8 }, work))
  return outcomes
}
