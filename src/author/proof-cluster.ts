import { discover } from '../client/discovery.ts'
import { applyManifest, type ManifestResult } from '../client/manifest.ts'
import { pageTiming } from '../client/page-timing.ts'
import type { ClusterHandle } from '../cluster/cluster.ts'
import type { DocumentFiles } from '../contracts/documents.ts'
import type { ClusterSource, CommandRecord } from '../scenario/checks/cluster-source.ts'
import type { PlayedCluster } from '../scenario/scenario-play.ts'
import type { Scenario, ScenarioFile } from '../scenario/scenario.ts'
import { restoreObjects } from '../share/restored-objects.ts'
import { CLIENT_NAMES } from '../shell/client-names.ts'
import { Shell } from '../shell/shell.ts'
import { simpleWords } from '../shell/words.ts'
import { actAs, asReader } from '../state/reader-identities.ts'
import { session } from '../state/session.svelte.ts'

/** A new cluster of this browser on which a draft is proved, in real time. */
export class ProofCluster implements PlayedCluster {
  readonly source: ClusterSource
  readonly #scenario: Scenario
  readonly #handle: ClusterHandle
  readonly #signal: AbortSignal
  readonly #shell: Shell
  readonly #listeners = new Set<(command: CommandRecord) => void>()

  private constructor(scenario: Scenario, handle: ClusterHandle, signal: AbortSignal) {
    this.#scenario = scenario
    this.#handle = handle
    this.#signal = signal
    this.source = {
      ...pageTiming,
      info: handle.info,
      fetch: (path, init) => handle.fetch(path, init),
      commands: {
        follow: (listener) => {
          this.#listeners.add(listener)
          return () => this.#listeners.delete(listener)
        },
      },
    }
    this.#shell = new Shell({
      cluster: asReader(handle),
      documents: filesOf(scenario.files),
      openEditor: () => undefined,
      hidden: new Map(),
      address: location.href,
    })
  }

  /** @throws Error when the server refuses an object of the scenario */
  static async create(scenario: Scenario, signal: AbortSignal): Promise<ProofCluster> {
    const { name, dialect, cluster: settings } = scenario
    const more = settings !== undefined && { settings }
    const handle = await session.clusters.create({ name: `proof of ${name}`, dialect, ...more })
    const cluster = new ProofCluster(scenario, handle, signal)
    const [fault] = await restoreObjects(handle, scenario.objects, (group, kind) => cluster.#typeOf(group, kind))
    if (fault === undefined) return cluster
    await cluster.close()
    throw new Error(`objects: ${fault.title}: ${fault.error.message}`)
  }

  async settle<Result>(work: Promise<Result>): Promise<Result> {
    return work
  }

  advance(ms: number): Promise<void> {
    return pageTiming.sleep(ms, this.#signal)
  }

  async run(line: string, identity: string | undefined): Promise<string> {
    this.#signal.throwIfAborted()
    const [name = ''] = simpleWords(line) ?? []
    if (!CLIENT_NAMES.includes(name))
      return `a solution runs simple commands of ${CLIENT_NAMES.join(' or ')} only; use apply for a manifest`
    this.#act(identity)
    let [stdout, stderr] = ['', '']
    const code = await this.#shell.run(line, {
      columns: 80,
      signal: this.#signal,
      stdout: (text) => (stdout += text),
      stderr: (text) => (stderr += text),
    })
    for (const listener of this.#listeners) listener({ line, code, stdout })
    return code === 0 ? '' : stderr
  }

  async apply(manifest: string, identity: string | undefined): Promise<readonly ManifestResult[]> {
    this.#signal.throwIfAborted()
    this.#act(identity)
    const results = await applyManifest(manifest, {
      cluster: asReader(this.#handle),
      resolve: (group, kind) => this.#typeOf(group, kind),
      namespace: 'default',
    })
    return results.filter(({ outcome }) => outcome === 'failed')
  }

  /** Starts no handler, because the user has not allowed its code to run in this cluster. */
  handle(): Promise<string> {
    return Promise.resolve('a proof in the browser runs no handlers; tabplane scenario test proves this step')
  }

  async close(): Promise<void> {
    actAs(this.#handle.id, undefined)
    this.#handle.close()
    await session.clusters.delete(this.#handle.id)
  }

  #act(name: string | undefined): void {
    actAs(
      this.#handle.id,
      this.#scenario.identities.find((identity) => identity.name === name),
    )
  }

  /** Repeats discovery, because an earlier action of the proof may have created a CustomResourceDefinition. */
  async #typeOf(group: string, kind: string) {
    return (await discover(this.#handle)).byKind(group, kind)
  }
}

function filesOf(files: readonly ScenarioFile[]): DocumentFiles {
  const texts = new Map(files.map(({ name, text }) => [name, text]))
  return {
    names: () => [...texts.keys()],
    read: (name) => texts.get(name),
    write: (name, text) => void texts.set(name, text),
    remove: (name) => void texts.delete(name),
    open: () => undefined,
  }
}
