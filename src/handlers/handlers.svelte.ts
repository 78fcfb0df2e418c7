import { SvelteMap } from 'svelte/reactivity'
import type { FromWorker, WebhookMessage } from '../../worker/host/messages.ts'
import type { Workspace } from '../state/workspace.svelte.ts'
import { allow, forbid, isAllowed } from './allowed-code.ts'
import { HandlerRun } from './handler-run.svelte.ts'
import { TabLock } from './tab-lock.ts'

/**
 * The address of the page in the frames, in the same folder as the app's page. It is read before the app changes its
 * own address.
 */
const frame = new URL('handler-frame.html', document.baseURI).href

export interface HandlerFile {
  readonly name: string
  readonly text: string
  /** The run of the file; undefined while the file does not run in this tab. */
  readonly run: HandlerRun | undefined
}

/** The handlers of a workspace: its files `*.handler.ts`. Some of them run in this tab. */
export class Handlers {
  readonly #workspace: Workspace
  readonly #runs = new SvelteMap<string, HandlerRun>()
  readonly #calls = new Map<number, AbortController>()
  readonly #lock: TabLock
  readonly #mayRun: (text: string) => Promise<boolean>
  #runInAnotherTab = $state(false)
  /** Whether the API worker has a list of hosts. With the first list, it loads the code for webhooks. */
  #hasOffered = false

  /** @param mayRun decides on each text that the user has not started in this tab */
  constructor(workspace: Workspace, mayRun: (text: string) => Promise<boolean> = isAllowed) {
    this.#workspace = workspace
    this.#mayRun = mayRun
    workspace.cluster.link.listener = (message) => this.#receive(message)
    this.#lock = new TabLock(`tabplane:handlers:${workspace.cluster.id}`, {
      taken: () => {
        this.#runInAnotherTab = false
        void this.#startAllowed()
      },
      lost: () => {
        this.#runInAnotherTab = true
        this.#stopAll()
      },
    })
    this.#runInAnotherTab = !this.#lock.isHeld
    this.#lock.request()
  }

  get files(): readonly HandlerFile[] {
    return this.#workspace.documents.all
      .filter(({ language }) => language === 'typescript')
      .map(({ name, text }) => ({ name, text, run: this.#runs.get(name) }))
  }

  /** Whether another tab of this browser runs the handlers of this cluster. */
  get runInAnotherTab(): boolean {
    return this.#runInAnotherTab
  }

  /** Allows the file's text, now and on later visits, and runs it in this tab. */
  async run(name: string): Promise<void> {
    const text = this.#workspace.documents.read(name)
    if (text === undefined) return
    await allow(text)
    this.#workspace.documents.get(name)?.markApplied()
    await this.#lock.take()
    this.#begin(name, text)
  }

  /** Stops the handler. Its text needs permission to run again. */
  async stop(name: string): Promise<void> {
    const run = this.#runs.get(name)
    this.#end(name)
    const text = run?.text ?? this.#workspace.documents.read(name)
    if (text !== undefined) await forbid(text)
  }

  /** Stops the handlers of removed files. */
  prune(): void {
    for (const name of this.#runs.keys()) if (this.#workspace.documents.get(name) === undefined) this.#end(name)
  }

  close(): void {
    this.#workspace.cluster.link.listener = undefined
    this.#stopAll()
    this.#lock.release()
  }

  #begin(name: string, text: string): void {
    this.#runs.get(name)?.stop()
    const { cluster } = this.#workspace
    this.#runs.set(name, new HandlerRun({ name, text, cluster, frame, changed: () => this.#offer() }))
  }

  #end(name: string): void {
    this.#runs.get(name)?.stop()
    this.#runs.delete(name)
    this.#offer()
  }

  async #startAllowed(): Promise<void> {
    for (const { name, text, run } of this.files)
      if (run === undefined && (await this.#mayRun(text)) && !this.#runInAnotherTab) this.#begin(name, text)
  }

  #stopAll(): void {
    for (const name of this.#runs.keys()) this.#end(name)
  }

  /** @param isNew whether the API worker was replaced: a new one has no list of the hosts that this tab serves */
  #offer(isNew = false): void {
    const hosts = [...this.#runs.values()].flatMap(({ host }) => host ?? [])
    const { cluster } = this.#workspace
    if (hosts.length > 0 || (this.#hasOffered && !isNew))
      cluster.link.send({ type: 'offer', cluster: cluster.id, hosts })
    this.#hasOffered = hosts.length > 0
    for (const run of this.#runs.values()) run.connect(isNew)
  }

  #receive(message: FromWorker): void {
    if (message.type === 'hello') this.#offer(true)
    else if (message.type === 'webhook-abort') this.#calls.get(message.call)?.abort()
    else if (message.type === 'webhook' && message.cluster === this.#workspace.cluster.id) void this.#answer(message)
  }

  async #answer(message: WebhookMessage): Promise<void> {
    const { call, url } = message
    const { hostname } = new URL(url)
    const run = [...this.#runs.values()].find(({ host }) => host === hostname)
    const controller = new AbortController()
    this.#calls.set(call, controller)
    const { link } = this.#workspace.cluster
    const hold = (): void => link.send({ type: 'webhook-hold', call })
    const answer = await run?.answer(message, controller.signal, hold)
    this.#calls.delete(call)
    link.send({ type: 'webhook-answer', call, answer })
  }
}
