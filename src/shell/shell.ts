import { clusterTime } from '../cluster/cluster-time.ts'
import { headerPairs } from '../client/header-pairs.ts'
import type { ObjectRef } from '../client/object-ref.ts'
import type { DocumentFiles } from '../contracts/documents.ts'
import { runCli } from '../cli/cli.ts'
import type { Host, HostRequest } from '../cli/host.ts'
import { ConnectionError } from '../cli/host.ts'
import { DiscoveryCache } from '../cli/session.ts'
import { startTimer } from '../../worker/runtime/long-timer.ts'
import { onAbort } from '../../worker/runtime/on-abort.ts'
import { dialects } from '../../worker/dialect/dialect.ts'
import type { ClusterHandle } from '../cluster/cluster.ts'
import { INTERRUPTED } from '../script/exit-codes.ts'
import type { Process } from '../script/process.ts'
import type { Completion } from './completion.ts'
import { HOME, HomeFiles } from './file-tree.ts'
import { CLIENT_NAMES, dialectNote } from './client-names.ts'
import type { LineOutput, Session } from './session.ts'
import { simpleWords } from './words.ts'
import { errorMessage } from '../../worker/runtime/error-message.ts'

export interface ShellOptions {
  readonly cluster: ClusterHandle
  readonly documents: DocumentFiles
  openEditor(object: ObjectRef): void
  /** Hidden files of the home folder from an earlier visit, by absolute path. */
  readonly hidden: Map<string, string>
  /** The address of the page. The relative address of the cluster is resolved against it. */
  readonly address: string
  /** Sends requests to other addresses; by default over the network, subject to the page's security policy. */
  readonly elsewhere?: (url: string, init: RequestInit) => Promise<Response>
  /** The lines for `history`. */
  readonly history?: () => readonly string[]
  /** Receives the output of background jobs; by default it is dropped. */
  readonly print?: (text: string) => void
}

/** Receives the output of a running line. */
export type Output = LineOutput

/**
 * Runs command lines. Until the interpreter is loaded, it runs a simple command of the client directly. Any other line loads the
 * interpreter, and then a `Session` runs all lines. Both pass output on at once.
 */
export class Shell {
  readonly #options: ShellOptions
  readonly #home: HomeFiles
  readonly #cache = new DiscoveryCache()
  #session: Session | undefined
  #loading: Promise<Session> | undefined
  #noted = false
  /** The exit code of the last line that ran before the session was loaded. */
  #code = 0

  constructor(options: ShellOptions) {
    this.#options = options
    this.#home = new HomeFiles(options.documents, options.hidden)
    const path = `${HOME}/.kube/config`
    if (!options.hidden.has(path)) options.hidden.set(path, configurationText(options.cluster, options.address))
  }

  /** The folder for the prompt, with `~` for home. */
  get folder(): string {
    return (this.#session?.state.folder ?? HOME).replace(HOME, '~')
  }

  async run(line: string, output: Output): Promise<number> {
    const [name, ...rest] = (this.#session === undefined ? simpleWords(line) : undefined) ?? []
    if (name === undefined || !CLIENT_NAMES.includes(name)) return (await this.#loaded()).run(line, output)
    const remove = onAbort(output.signal, () => (this.#code = INTERRUPTED))
    output.stderr(this.#noteOnce(name))
    try {
      const code = await this.#runAdvised(rest, this.#host(output, { files: this.#home }))
      if (!output.signal.aborted) this.#code = code
      return code
    } finally {
      remove()
    }
  }

  /** Called while the user types a line: loads what the line needs. */
  preload(line: string): void {
    const [name = ''] = simpleWords(line) ?? []
    if (CLIENT_NAMES.includes(name) || line.trim() === '') return
    void this.#loaded()
      .then((session) => session.preload(line))
      .catch(() => undefined)
  }

  /** Sends the running line to the background, and returns whether that was possible. */
  toBackground(): boolean {
    return this.#session?.toBackground() ?? false
  }

  /** Lines about background jobs that have ended since the last call. */
  endedJobs(): string {
    return this.#session?.endedJobs() ?? ''
  }

  /** The note about the names of this cluster's dialect; it appears once, at the first call by another name. */
  #noteOnce(name: string): string {
    const note = this.#noted ? '' : dialectNote(name, dialects[this.#options.cluster.info.dialect])
    this.#noted ||= note !== ''
    return note
  }

  #host(output: Output, { files, stdin = () => Promise.resolve('') }: Partial<Pick<Host, 'files' | 'stdin'>>): Host {
    const { openEditor, cluster, address } = this.#options
    return {
      referenceUrl: new URL('reference.html', address).href,
      dialect: dialects[cluster.info.dialect],
      environment: { HOME },
      files: files ?? this.#home.in(this.#session?.state.folder ?? HOME),
      signal: output.signal,
      columns: output.columns,
      stdout: (text) => output.stdout(text),
      stderr: (text) => output.stderr(text),
      stdin,
      isPrivate: (server) => `${server}/`.startsWith(`${serverAddress(cluster, address)}/`),
      fetch: (request) => exchange(this.#options, request),
      openObject: ({ type, namespace, name }) => openEditor({ ...type, namespace: namespace ?? '', name }),
      now: () => clusterTime(cluster.info),
      after: startTimer,
      random: (limit) => Math.floor(Math.random() * limit),
    }
  }

  /** The candidates at the cursor. A failed request gives no candidates. */
  async complete(text: string, cursor: number, output: Output): Promise<Completion> {
    const [{ complete }, { clusterSource }] = await Promise.all([
      import('./completion.ts'),
      import('./cluster-names.ts'),
    ])
    const host = this.#host({ ...output, stderr: () => undefined }, {})
    return complete(text, cursor, clusterSource(host, this.#cache)).catch(() => ({ from: cursor, options: [] }))
  }

  #runClient(process: Process): Promise<number> {
    const { words, stdin, stdout, stderr, signal, columns, state } = process
    const output: Output = {
      columns,
      signal,
      stdout: (text) => stdout.write(text),
      stderr: (text) => stderr.write(text),
    }
    output.stderr(this.#noteOnce(process.name))
    const host = this.#host(output, { files: this.#home.in(state.folder), stdin: () => stdin.rest() })
    return this.#runAdvised(words, { ...host, environment: state.exported() })
  }

  /** Runs the client, and prints its advice after its output, each sentence once. */
  async #runAdvised(words: readonly string[], host: Host): Promise<number> {
    const advice = new Set<string>()
    const code = await runCli(words, { ...host, advise: (sentence) => advice.add(sentence) }, this.#cache)
    if (!host.signal.aborted) for (const sentence of advice) host.stderr(`${sentence}\n`)
    return code
  }

  #loaded(): Promise<Session> {
    this.#loading ??= this.#open().catch((error: unknown) => {
      // The next line tries again.
      this.#loading = undefined
      throw error
    })
    return this.#loading
  }

  async #open(): Promise<Session> {
    const { Session } = await import('./session.ts')
    const { cluster, address, documents, history = () => [], print = () => undefined } = this.#options
    const server = serverAddress(cluster, address)
    const own = cluster.info.dialect === 'k8s' ? 'kubectl' : 'svcctl'
    const session = new Session({
      home: this.#home,
      variables: { HOME, USER: 'user', TERM: 'xterm-256color', SERVER: server },
      clients: [own, ...CLIENT_NAMES.filter((name) => name !== own)],
      runClient: (process) => this.#runClient(process),
      server,
      fetch: (path, init) => cluster.fetch(path, init),
      history,
      openDocument: (name) => documents.open(name),
      print,
      after: startTimer,
    })
    session.state.code = this.#code
    this.#session = session
    return session
  }
}

/** The address of a cluster in the configuration of the page at `address`. */
const serverAddress = ({ baseUrl }: ClusterHandle, address: string): string => new URL(baseUrl, address).href

/** The client's configuration: this cluster, and the user of the page. */
function configurationText(cluster: ClusterHandle, address: string): string {
  // Without spaces, a command can name the context without quotes.
  const name = cluster.info.name.replace(/\s+/g, '-')
  const entries = { cluster: name, user: 'page' }
  return `${JSON.stringify({
    apiVersion: 'v1',
    kind: 'Config',
    clusters: [{ name, cluster: { server: serverAddress(cluster, address) } }],
    contexts: [{ name, context: { ...entries, namespace: 'default' } }],
    users: [{ name: 'page', user: {} }],
    'current-context': name,
  })}\n`
}

/** Sends a request. Requests to this cluster use the page's direct port to the API worker. */
async function exchange(
  { cluster, address, elsewhere = fetch }: ShellOptions,
  { url, method, headers, body, signal }: HostRequest,
): Promise<Response> {
  const init: RequestInit = { method, headers: headerPairs(headers), body, signal }
  const base = serverAddress(cluster, address)
  try {
    return await (url.startsWith(`${base}/`) ? cluster.fetch(url.slice(base.length), init) : elsewhere(url, init))
  } catch (error) {
    if (signal.aborted) throw error
    throw new ConnectionError(errorMessage(error), false)
  }
}
