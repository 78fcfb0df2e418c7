import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { type ClientRunner, clientProcess, inProcessClient } from '../../cli/client-runner.ts'
import type { CommandCase } from '../../cli/command-case.ts'
import { DOCUMENT_HASH } from '../../cli/output-normaliser.ts'
import { commandOutcome } from '../../cli/outcome.ts'
import { playCases } from '../../cli/play.ts'
import { playCommands } from '../../cli/player.ts'
import { clientBinary } from '../../clients/client-binary.ts'
import { withNamespace } from '../../conformance/namespace.ts'
import { freePort } from '../../conformance/port.ts'
import { realServerBinary, startRealServer } from '../differential/real-server.ts'
import type { OutsideSuite } from '../outside-suite.ts'
import { parseScript } from './script.ts'

const own = fileURLToPath(new URL('scripts/', import.meta.url))
const cache = fileURLToPath(new URL('../../../.cache/outside/commands/', import.meta.url))

type Printed = Readonly<Record<string, unknown>>

/** How the real client plays cases. */
interface RealPlay {
  /** Whether it plays cases again whose output is kept. */
  readonly isFresh: boolean
  /** The kube-apiserver to which it sends its requests; by default they go to servers of this program. */
  readonly server?: string
}

/** Without an editor in the environment, clients open `vi`, which waits for keys. */
const withEditor =
  (run: ClientRunner): ClientRunner =>
  (directory, command) =>
    run(directory, { ...command, env: { EDITOR: 'true', ...command.env } })

/** The output of the real client, which plays a case once: it is kept until the case changes. */
async function recorded(cases: readonly CommandCase[], { isFresh, server }: RealPlay): Promise<unknown[][]> {
  mkdirSync(cache, { recursive: true })
  const hash = (c: CommandCase): string => createHash('sha256').update(JSON.stringify(c)).digest('hex')
  const files = cases.map((c) => path.join(cache, `${hash(c)}${server === undefined ? '' : '.real'}.json`))
  const missing = [...cases.entries()].filter(([at]) => isFresh || !existsSync(files[at] ?? ''))
  const played = missing.map(([, c]) => c)
  const profile = played[0]?.profile
  const run = withEditor(clientProcess(clientBinary('kubectl', '1.30')))
  const done = (i: number, results: readonly unknown[]): void =>
    writeFileSync(files[missing[i]?.[0] ?? 0] ?? '', JSON.stringify(results))
  if (server === undefined) await playCases(played, { profile, run, done })
  else if (profile !== undefined) await playWithRealServer(played, { server, profile, run, done })
  return files.map((file) => JSON.parse(released(readFileSync(file, 'utf8'))) as unknown[])
}

interface RealServerPlay {
  readonly server: string
  readonly profile: string
  readonly run: ClientRunner
  done(index: number, results: readonly unknown[]): void
}

/** Plays cases one after the other against one kube-apiserver. */
async function playWithRealServer(
  cases: readonly CommandCase[],
  { server, profile, run, done }: RealServerPlay,
): Promise<void> {
  const { url, client, stop } = await startRealServer(server, profile, await freePort())
  try {
    for (const [at, c] of cases.entries())
      done(at, await withNamespace(client, c, () => playCommands(c, run, { client, base: url })))
  } finally {
    await stop()
  }
}

/**
 * The output as the released program prints it: a kubectl that is built from Go modules names another file as its scheme. Output
 * that was kept before may have hashes of documents.
 */
const released = (text: string): string =>
  text.replaceAll('pkg/runtime/scheme.go:100', 'pkg/scheme/scheme.go:28').replaceAll(DOCUMENT_HASH, '<hash>')

/** Whether a command printed help. Help texts differ on purpose: only their exit code is compared. */
const isHelp = ({ stdout, stderr }: Printed): boolean =>
  [stdout, stderr].some((text) => String(text).includes('\nUsage:\n'))

function comparable(step: CommandCase['commands'][number], printed: unknown): CommandCase['commands'][number] {
  if (step.expect === undefined || printed === null || printed === undefined) return { ...step, expect: undefined }
  const { code } = printed as Printed
  // A command that runs until it is stopped has no end to compare.
  if (code === 'timeout') return { ...step, expect: undefined }
  return { ...step, expect: isHelp(printed as Printed) ? { code } : (printed as Printed) }
}

async function compare(script: string, { name, ...real }: RealPlay & { readonly name: string }) {
  const file = path.basename(script, '.txt')
  const all = parseScript(readFileSync(script, 'utf8'), own).filter((c) => c.name.includes(name))
  const faults = new Map<string, string>()
  for (const profile of new Set(all.map((c) => c.profile))) {
    const cases = all.filter((c) => c.profile === profile)
    const wanted = await recorded(cases, real)
    const got = await playCases(cases, { profile, run: withEditor(inProcessClient) })
    for (const [at, c] of cases.entries()) {
      const steps = c.commands.map((step, i) => comparable(step, wanted[at]?.[i]))
      const { differences } = commandOutcome(file, { ...c, commands: steps }, got[at] ?? [])
      for (const [i, { expect, args = ['read'] }] of steps.entries()) {
        if (expect === undefined) continue
        const id = [...differences.keys()].find((each) => each.startsWith(`${file}/${c.name} ${i}: `))
        faults.set(id ?? `${file}/${c.name} ${i}: ${args.join(' ')}`, (id && differences.get(id)?.join('\n')) ?? '')
      }
    }
  }
  return faults
}

/**
 * npm run outside -- commands [--name TEXT] [--fresh] [--real-server] [SCRIPT ...]
 * Plays scripts of command lines with the real client and with svcctl, each against its own servers, and prints the
 * differences. --fresh plays the real client again. With --real-server, the real client sends its requests to the
 * kube-apiserver named in KUBE_APISERVER, which needs ETCD, and KUBE_CONTROLLER_MANAGER for the profile `controllers`.
 */
export const commands: OutsideSuite = {
  name: 'commands',
  needs: [],
  expected: new URL('known-differences.txt', import.meta.url),
  async run(words) {
    const { values, positionals } = parseArgs({
      args: [...words],
      allowPositionals: true,
      options: {
        name: { type: 'string', default: '' },
        fresh: { type: 'boolean', default: false },
        'real-server': { type: 'boolean', default: false },
      },
    })
    const known = readdirSync(own).filter((name) => name.endsWith('.txt'))
    const scripts = positionals.length > 0 ? positionals : known.map((name) => path.join(own, name))
    const server = values['real-server'] ? realServerBinary() : undefined
    if (values['real-server'] && server === undefined) throw new Error('--real-server needs KUBE_APISERVER=FILE')
    // npm adds folders that may not exist, and `plugin list` names those.
    const directories = (process.env.PATH ?? '').split(path.delimiter)
    process.env.PATH = directories.filter((directory) => existsSync(directory)).join(path.delimiter)
    const faults = new Map<string, string>()
    for (const script of scripts)
      for (const [id, fault] of await compare(script, { name: values.name, isFresh: values.fresh, server }))
        faults.set(id, fault)
    return { faults, isWhole: positionals.length === 0 && values.name === '' && server === undefined }
  },
}
