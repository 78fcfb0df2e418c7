import { lessonRecords, type LessonRecord } from '../state/lesson-records.svelte.ts'
import { notices } from '../state/notices.svelte.ts'
import { terminalControl } from '../state/terminal-control.ts'
import type { Workspace } from '../state/workspace.svelte.ts'
import { errorMessage } from '../client/api-error.ts'
import type { ClusterEvents } from '../contracts/embed-api.ts'
import type { ClusterEventName, FromFrame } from '../contracts/embed-protocol.ts'
import { lessonEvents, scenarioState } from './lesson-events.ts'

type Send = (message: FromFrame) => void

/** Sends events of the cluster to the embedding page: lessons always, other events when the page requests them. */
export class FrameEvents {
  readonly #workspace: Workspace
  readonly #send: Send
  readonly #stops: (() => void)[] = []
  /** For each kind of event, a function that starts to follow it. The function resolves when no later event can be missed. */
  readonly #sources: { readonly [Name in ClusterEventName]?: () => Promise<void> | void } = {
    change: () => this.#followChanges(),
    command: () => this.#followCommands(),
    request: () => this.#followRequests(),
    error: () => this.#followErrors(),
  }

  constructor(workspace: Workspace, send: Send) {
    this.#workspace = workspace
    this.#send = send
  }

  /** Sends the state of the lesson and each change of it. Resolves when the first state is known. */
  async followLesson(): Promise<void> {
    const { id } = this.#workspace.cluster
    const first = lessonRecords.get(id)
    if (first === undefined) return this.#send({ type: 'ready', scenario: undefined })
    const { readScenario } = await import('../scenario/read-scenario.ts')
    const scenario = readScenario(first.text)
    this.#send({ type: 'ready', scenario: scenarioState(scenario, first) })
    let before: LessonRecord = first
    this.#effect(() => {
      const after = lessonRecords.get(id)
      if (after === undefined || after === before) return
      this.#send({ type: 'scenario', scenario: scenarioState(scenario, after) })
      for (const event of lessonEvents(scenario, before, after)) this.#send({ type: 'event', ...event })
      before = after
    })
  }

  /** Resolves when events of this name are followed or cannot be followed. */
  listen(name: ClusterEventName): Promise<void> | void {
    return this.#sources[name]?.()
  }

  stop(): void {
    for (const stop of this.#stops.splice(0)) stop()
  }

  #emit<Name extends ClusterEventName>(name: Name, detail: ClusterEvents[Name]): void {
    this.#send({ type: 'event', name, detail })
  }

  #effect(run: () => void): void {
    this.#stops.push(
      $effect.root(() => {
        $effect(run)
      }),
    )
  }

  async #followChanges(): Promise<void> {
    const { ObjectChanges } = await import('./object-changes.ts')
    const changes = new ObjectChanges(this.#workspace.cluster, (change) => this.#emit('change', change))
    this.#stops.push(() => changes.stop())
    await changes
      .follow()
      .catch((error: unknown) => this.#emit('error', { message: `Changes are not reported: ${errorMessage(error)}` }))
  }

  #followCommands(): void {
    const { id } = this.#workspace.cluster
    this.#stops.push(
      terminalControl.follow((cluster, command) => {
        if (cluster === id) this.#emit('command', command)
      }),
    )
  }

  async #followRequests(): Promise<void> {
    const stopper = new AbortController()
    this.#stops.push(() => stopper.abort())
    const { followRequests } = await import('./answered-requests.ts')
    await new Promise<void>((opened) => {
      const report = (request: ClusterEvents['request']) => this.#emit('request', request)
      void followRequests(this.#workspace.cluster, { report, opened }, stopper.signal)
    })
  }

  #followErrors(): void {
    let last = 0
    this.#effect(() => {
      for (const { id, tone, title, detail } of notices.shown) {
        if (id <= last) continue
        last = id
        if (tone === 'error') this.#emit('error', { message: detail === undefined ? title : `${title}\n${detail}` })
      }
    })
  }
}
