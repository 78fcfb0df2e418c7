import { clusterTime } from '../cluster/cluster-time.ts'
import type { ObjectRef } from '../client/object-ref.ts'
import type { DocumentFiles } from '../contracts/documents.ts'
import { runCli } from '../cli/cli.ts'
import type { Files, Host, HostRequest } from '../cli/host.ts'
import { ConnectionError } from '../cli/host.ts'
import { DiscoveryCache } from '../cli/session.ts'
import { timer } from '../cli/timer.ts'
import { dialects } from '../../worker/dialect/dialect.ts'
import type { ClusterHandle } from '../cluster/cluster.ts'
import type { BashResult, BashShell } from './bash.ts'
import type { Completion } from './completion.ts'
import { HOME, HomeFiles } from './file-tree.ts'
import { CLIENT_NAMES, dialectNote } from './client-names.ts'
import { simpleWords } from './words.ts'

export interface ShellOptions {
  readonly cluster: ClusterHandle
  readonly documents: DocumentFiles
  openEditor(object: ObjectRef): void
  /** Hidden files of the home folder from an earlier visit, by absolute path. */
  readonly hidden: Map<string, string>
  /** The address of the page, the base of the cluster's relative address. */
  readonly address: string
  /** Sends requests to other addresses; by default over the network, subject to the page's security policy. */
  readonly elsewhere?: (url: string, init: RequestInit) => Promise<Response>
}

/** Receives the output of a running line. */
export interface Output {
  readonly columns: number
  readonly signal: AbortSignal
  stdout(text: string): void
  stderr(text: string): void
}

/**
 * Runs command lines. A simple command of the client runs directly and streams its output, so that a watch works and the shell
 * need not load. The shell runs any other line and returns the output at its end.
 */
export class Shell {
  readonly #options: ShellOptions
  readonly #home: HomeFiles
  readonly #cache = new DiscoveryCache()
  #bash: BashShell | undefined
  #noted = false
  /** The output of the running line. */
  #current: Output | undefined

  constructor(options: ShellOptions) {
    this.#options = options
    this.#home = new HomeFiles(options.documents, options.hidden)
    const path = `${HOME}/.kube/config`
    if (!options.hidden.has(path)) options.hidden.set(path, configurationText(options.cluster, options.address))
  }

  /** The folder for the prompt, with `~` for home. */
  get folder(): string {
    return (this.#bash?.folder ?? HOME).replace(HOME, '~')
  }

  async run(line: string, output: Output): Promise<number> {
    const words = simpleWords(line)
    const [name, ...rest] = words ?? []
    if (name !== undefined && CLIENT_NAMES.includes(name)) {
      output.stderr(this.#noteOnce(name))
      return this.#runClient(rest, output)
    }
    const bash = await this.#loadBash()
    this.#current = output
    const { stdout, stderr, code } = await bash.run(line, output.signal)
    output.stdout(stdout)
    output.stderr(stderr)
    return code
  }

  /** The note about the names of this cluster's dialect, with the first call by another name. */
  #noteOnce(name: string): string {
    const note = this.#noted ? '' : dialectNote(name, dialects[this.#options.cluster.info.dialect])
    this.#noted ||= note !== ''
    return note
  }

  async #host(output: Output, files?: Files, stdin = ''): Promise<Host> {
    const { openEditor, cluster } = this.#options
    return {
      dialect: dialects[cluster.info.dialect],
      environment: { HOME },
      files: files ?? (await this.#bash?.files()) ?? this.#home,
      signal: output.signal,
      columns: output.columns,
      stdout: (text) => output.stdout(text),
      stderr: (text) => output.stderr(text),
      stdin: () => Promise.resolve(stdin),
      fetch: (request) => exchange(this.#options, request),
      openObject: ({ type, namespace, name }) => openEditor({ ...type, namespace: namespace ?? '', name }),
      now: () => clusterTime(cluster.info),
      after: timer,
      random: (limit) => Math.floor(Math.random() * limit),
    }
  }

  /** The candidates at the cursor. A failed request gives no candidates. */
  async complete(text: string, cursor: number, output: Output): Promise<Completion> {
    const [{ complete }, { clusterSource }] = await Promise.all([
      import('./completion.ts'),
      import('./cluster-names.ts'),
    ])
    const host = await this.#host({ ...output, stderr: () => undefined })
    return complete(text, cursor, clusterSource(host, this.#cache)).catch(() => ({ from: cursor, options: [] }))
  }

  async #runClient(words: readonly string[], output: Output): Promise<number> {
    const known = new Map(this.#home.entries())
    const code = await runCli(words, await this.#host(output), this.#cache)
    await this.#bash?.takeOut(known)
    return code
  }

  async #loadBash(): Promise<BashShell> {
    if (this.#bash !== undefined) return this.#bash
    const { BashShell } = await import('./bash.ts')
    const run = async ([name = '', ...words]: readonly string[], files: Files, stdin: string): Promise<BashResult> => {
      let [stdout, stderr] = ['', this.#noteOnce(name)]
      const { columns = 80, signal = new AbortController().signal } = this.#current ?? {}
      const collected: Output = {
        columns,
        signal,
        stdout: (text) => (stdout += text),
        stderr: (text) => (stderr += text),
      }
      const code = await runCli(words, await this.#host(collected, files, stdin), this.#cache)
      return { stdout, stderr, code }
    }
    const variables = { HOME, USER: 'user', TERM: 'xterm-256color' }
    return (this.#bash = new BashShell(this.#home, variables, CLIENT_NAMES, run))
  }
}

/** The client's configuration: this cluster, as the page's own user. */
function configurationText({ info, baseUrl }: ClusterHandle, address: string): string {
  // Without spaces, so that a context can be named in a command without quotes.
  const name = info.name.replace(/\s+/g, '-')
  const entries = { cluster: name, user: 'page' }
  return `${JSON.stringify({
    apiVersion: 'v1',
    kind: 'Config',
    clusters: [{ name, cluster: { server: new URL(baseUrl, address).href } }],
    contexts: [{ name, context: { ...entries, namespace: 'default' } }],
    users: [{ name: 'page', user: {} }],
    'current-context': name,
  })}\n`
}

/** Requests to this cluster use the direct port. */
async function exchange(
  { cluster, address, elsewhere = fetch }: ShellOptions,
  { url, method, headers, body, signal }: HostRequest,
): Promise<Response> {
  const all = new Headers()
  for (const [name, values] of Object.entries(headers)) for (const value of [values].flat()) all.append(name, value)
  const init: RequestInit = { method, headers: all, body, signal }
  const base = new URL(cluster.baseUrl, address).href
  try {
    return await (url.startsWith(`${base}/`) ? cluster.fetch(url.slice(base.length), init) : elsewhere(url, init))
  } catch (error) {
    if (signal.aborted) throw error
    throw new ConnectionError(error instanceof Error ? error.message : String(error), false)
  }
}
