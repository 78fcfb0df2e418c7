import { runCli } from '../../src/cli/cli.ts'
import type { Files } from '../../src/cli/host.ts'
import { DiscoveryCache } from '../../src/cli/session.ts'
import { discover } from '../../src/client/discovery.ts'
import { headerPairs } from '../../src/client/header-pairs.ts'
import { applyManifest, type ManifestResult } from '../../src/client/manifest.ts'
import type { ClusterSource, CommandRecord } from '../../src/scenario/checks/cluster-source.ts'
import { withIdentity } from '../../src/scenario/identity-headers.ts'
import type { PlayedCluster } from '../../src/scenario/scenario-play.ts'
import type { Scenario } from '../../src/scenario/scenario.ts'
import { isHandlerFile } from '../../src/handlers/handler-name.ts'
import { simpleWords } from '../../src/shell/words.ts'
import { dialects } from '../../worker/dialect/dialect.ts'
import { TAB_OPTIONS } from '../../worker/host/tab-options.ts'
import { settingsOptions } from '../../worker/server/settings-options.ts'
import type { WebhookCaller } from '../../worker/webhooks/backend.ts'
import { NodeHandlers } from '../handlers/node-handlers.ts'
import { nodeTiming } from '../handlers/node-timing.ts'
import type { Cluster } from '../server/cluster.ts'
import { createClusterWith } from '../server/create-cluster.ts'
import { scenarioFiles } from './scenario-files.ts'
import { errorMessage } from '../../worker/runtime/error-message.ts'

/** The server that the client addresses; requests go to the cluster in this process. */
const SERVER = 'http://tabplane.invalid'
/** Virtual milliseconds that pass in each turn of a command: controllers act while it waits. */
const TURN = 200

/** The exit code of a command line, and its output. */
export interface CommandOutcome {
  readonly code: number
  readonly stdout: string
  readonly stderr: string
}

/** A cluster with all controllers, simulated nodes and a virtual clock, and the reader's shell on it. */
export class ScenarioCluster implements PlayedCluster {
  readonly source: ClusterSource
  readonly #scenario: Scenario
  readonly #cluster: Cluster
  readonly #handlers: OpenHandlers | undefined
  readonly #files: Files
  readonly #listeners = new Set<(command: CommandRecord) => void>()
  readonly #cache = new DiscoveryCache()
  readonly #timers = new Set<{ readonly due: number; readonly task: () => void }>()

  private constructor(scenario: Scenario, cluster: Cluster, handlers: OpenHandlers | undefined) {
    this.#scenario = scenario
    this.#cluster = cluster
    this.#handlers = handlers
    this.#files = scenarioFiles(scenario.files)
    this.source = {
      fetch: (path, init) => cluster.fetch(path, init),
      info: { dialect: scenario.dialect },
      commands: {
        follow: (listener) => {
          this.#listeners.add(listener)
          return () => this.#listeners.delete(listener)
        },
      },
      schedule: (run) => void setImmediate(run),
      sleep: () => new Promise((resolve) => void setImmediate(resolve)),
      random: Math.random,
    }
  }

  /** @throws Error when the server refuses an object of the scenario */
  static async create(scenario: Scenario): Promise<ScenarioCluster> {
    const { dialect, cluster: settings = {} } = scenario
    const { startTime } = settings
    const handlers = scenario.files.some(({ name }) => isHandlerFile(name)) ? openHandlers(dialect) : undefined
    const cluster = await createClusterWith(
      { dialect, clock: 'virtual', ...(startTime !== undefined && { startTime: new Date(startTime) }) },
      {
        ...TAB_OPTIONS,
        ...settingsOptions(settings, dialects[dialect]),
        ...(handlers !== undefined && { callWebhook: handlers.running.caller(noBackend) }),
      },
    )
    handlers?.connect(cluster)
    const created = new ScenarioCluster(scenario, cluster, handlers)
    for (const object of scenario.objects) {
      const [failed] = await created.apply(JSON.stringify(object), undefined)
      if (failed?.error !== undefined) throw new Error(`${failed.title}: ${failed.error.message}`)
    }
    return created
  }

  /** Awaits `work`, and advances the virtual clock until the work settles. */
  async settle<Result>(work: Promise<Result>): Promise<Result> {
    const ended = work.then(
      () => true,
      () => true,
    )
    const unsettled = Promise.resolve(false)
    do {
      await this.advance(TURN)
      this.#runDue()
    } while (!(await Promise.race([ended, unsettled])))
    return work
  }

  /** Calls a task for the client after `ms` of the cluster's time. The returned function cancels the call. */
  #after(ms: number, task: () => void): () => void {
    const timer = { due: this.#cluster.now().getTime() + ms, task }
    this.#timers.add(timer)
    return () => this.#timers.delete(timer)
  }

  #runDue(): void {
    const now = this.#cluster.now().getTime()
    for (const timer of this.#timers) {
      if (timer.due > now) continue
      this.#timers.delete(timer)
      timer.task()
    }
  }

  /** Handlers work in real time: the clock stops while one is called. */
  async advance(ms: number): Promise<void> {
    if (this.#handlers === undefined) return this.#cluster.advance(ms)
    const { running } = this.#handlers
    for (let left = ms; left > 0; left -= HANDLED_TURN) {
      await running.idle()
      await this.#cluster.advance(Math.min(HANDLED_TURN, left))
    }
    await running.idle()
  }

  close(): Promise<void> {
    this.#handlers?.running.close()
    return this.#cluster.close()
  }

  async handle(file: string): Promise<string> {
    const text = this.#scenario.files.find(({ name }) => name === file)?.text ?? ''
    try {
      await this.#handlers?.running.start(file, text)
      return ''
    } catch (error) {
      return errorMessage(error)
    }
  }

  /** Applies a manifest as the editor does. */
  async apply(manifest: string, identity: string | undefined): Promise<ManifestResult[]> {
    const connection = { fetch: this.#fetchAs(identity), info: this.source.info }
    const applying = applyManifest(manifest, {
      cluster: connection,
      resolve: async (group, kind) => (await discover(connection)).byKind(group, kind),
      namespace: 'default',
    })
    const results = await this.settle(applying)
    return results.filter(({ outcome }) => outcome === 'failed')
  }

  /** Runs one command line of the client. Resolves to what it wrote to standard error when it failed. */
  async run(line: string, identity: string | undefined): Promise<string> {
    if (this.#clientWords(line) === undefined)
      return `a solution runs simple commands of ${this.#clientNames.join(' or ')} only; use apply for a manifest`
    const { code, stderr } = await this.runLine(line, identity)
    return code === 0 ? '' : stderr
  }

  get #clientNames(): readonly string[] {
    return dialects[this.#scenario.dialect].cliNames
  }

  /** The arguments of a simple command of the client; undefined for any other line. */
  #clientWords(line: string): readonly string[] | undefined {
    const [name = '', ...words] = simpleWords(line) ?? []
    return this.#clientNames.includes(name) ? words : undefined
  }

  /** Runs one command line of the client. */
  async runLine(line: string, identity: string | undefined): Promise<CommandOutcome> {
    const words = this.#clientWords(line)
    if (words === undefined)
      return { code: 1, stdout: '', stderr: `only simple commands of ${this.#clientNames.join(' or ')} run here` }
    let [stdout, stderr] = ['', '']
    const fetchAs = this.#fetchAs(identity)
    const command = runCli(
      [...words, '--server', SERVER],
      {
        dialect: dialects[this.#scenario.dialect],
        environment: { HOME: this.#files.resolve('') },
        files: this.#files,
        signal: new AbortController().signal,
        columns: 80,
        stdout: (text) => (stdout += text),
        stderr: (text) => (stderr += text),
        stdin: () => Promise.resolve(''),
        isPrivate: (server) => server === SERVER,
        fetch: ({ url, method, headers, body, signal }) =>
          fetchAs(url, { method, headers: headerPairs(headers), signal, ...(body !== undefined && { body }) }),
        random: (limit) => Math.floor(Math.random() * limit),
        now: () => this.#cluster.now().getTime(),
        after: (ms, task) => this.#after(ms, task),
      },
      this.#cache,
    )
    const code = await this.settle(command)
    for (const listener of this.#listeners) listener({ line, code, stdout })
    return { code, stdout, stderr }
  }

  /** `fetch` that impersonates an identity, unless the request names another user. */
  #fetchAs(name: string | undefined): (path: string, init?: RequestInit) => Promise<Response> {
    const identity = this.#scenario.identities.find((one) => one.name === name)
    if (identity === undefined) return (path, init) => this.#cluster.fetch(path, init)
    return (path, init) => this.#cluster.fetch(path, withIdentity(init, identity))
  }
}

/** Virtual milliseconds after which the clock waits for the calls of handlers. */
const HANDLED_TURN = 500

interface OpenHandlers {
  readonly running: NodeHandlers
  /** Handlers send requests to this cluster. */
  connect(cluster: Cluster): void
}

/** The server needs the webhook caller before the cluster exists. `connect` adds the cluster, to which handlers send requests. */
function openHandlers(dialect: Scenario['dialect']): OpenHandlers {
  let fetch: Cluster['fetch'] = () => Promise.reject(new Error('the cluster is not open'))
  const cluster = { fetch: (path: string, init?: RequestInit) => fetch(path, init), info: { dialect } }
  const running = new NodeHandlers({ cluster, timing: nodeTiming, write: () => undefined })
  return { running, connect: (opened) => ({ fetch } = opened) }
}

/** Rejects with the error text that a tab has for a Service without a handler. */
const noBackend: WebhookCaller = ({ url, dial }) =>
  Promise.reject(
    new Error(
      dial?.isVirtual
        ? `dial tcp ${dial.host}:${dial.port}: connect: no route to host`
        : `no handler answers for ${new URL(url).hostname}, and a scenario reaches no other backend`,
    ),
  )
