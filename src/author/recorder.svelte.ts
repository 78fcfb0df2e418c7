import type { RequestDescription } from '../../worker/http/debug/request-description.ts'
import type { RequestRecord } from '../../worker/observability/trace.ts'
import { getJson } from '../client/resource-client.ts'
import { isOfReader } from '../scenario/checks/observed-requests.ts'
import { CLIENT_NAMES } from '../shell/client-names.ts'
import { simpleWords } from '../shell/words.ts'
import { appliedFeed } from '../state/applied-feed.ts'
import { terminalControl } from '../state/terminal-control.ts'
import type { Workspace } from '../state/workspace.svelte.ts'
import { proposeChecks } from './proposed-checks.ts'
import type { RecordedAction, RecordedStep } from './recorded-steps.ts'

const PATH = '/debug/requests'
/** The maximum number of requests of one action that are read with their bodies. */
const MAX_DESCRIBED = 20

/** Turns the commands and applies in a cluster into actions of a step. */
export class Recorder {
  readonly #workspace: Workspace
  readonly #seen = new Set<string>()
  #actions = $state.raw<readonly RecordedAction[]>([])
  /** The last 20 command lines that were not recorded, because a solution may not contain them. */
  #skipped = $state.raw<readonly string[]>([])
  /** Actions are examined one after the other. Otherwise an action could get the requests of another one. */
  #pending: Promise<void>
  readonly #ends: readonly (() => void)[]

  constructor(workspace: Workspace) {
    this.#workspace = workspace
    const { id } = workspace.cluster
    this.#pending = this.#newRequests().then(() => undefined)
    this.#ends = [
      terminalControl.follow((cluster, { line }) => {
        if (cluster === id) this.#command(line.trim())
      }),
      appliedFeed.follow((cluster, { name, text }) => {
        if (cluster === id) this.#record(undefined, { apply: text, file: name.replace(/[^\w.-]+/g, '-').slice(0, 100) })
      }),
    ]
  }

  get actions(): readonly RecordedAction[] {
    return this.#actions
  }

  get skipped(): readonly string[] {
    return this.#skipped
  }

  /** Ends the step. Resolves to its actions when their requests are known; undefined for none. */
  async takeStep(identity: string | undefined): Promise<RecordedStep | undefined> {
    await this.#pending
    const actions = this.#actions
    this.#actions = []
    if (actions.length === 0) return undefined
    return { actions, ...(identity !== undefined && { identity }) }
  }

  stop(): void {
    for (const end of this.#ends) end()
  }

  #command(line: string): void {
    const [name = ''] = simpleWords(line) ?? []
    if (CLIENT_NAMES.includes(name)) this.#record(line, { run: line })
    else this.#skipped = [...this.#skipped, line].slice(-20)
  }

  #record(line: string | undefined, action: { run: string } | { apply: string; file: string }): void {
    this.#pending = this.#pending.then(async () => {
      const records = await this.#newRequests()
      const described = await Promise.all(records.slice(-MAX_DESCRIBED).map(({ id }) => this.#describe(id)))
      this.#actions = [...this.#actions, { ...action, checks: proposeChecks(line, described) }]
    })
  }

  async #newRequests(): Promise<readonly RequestRecord[]> {
    const { items } = await getJson<{ items: readonly RequestRecord[] }>(this.#workspace.cluster, PATH)
    const added = items.filter(({ id }) => !this.#seen.has(id))
    for (const { id } of added) this.#seen.add(id)
    return added
      .filter((record) => isOfReader(record) && !/[?&]dryRun=/.test(record.url))
      .toSorted((a, b) => a.startedAt - b.startedAt)
  }

  #describe(id: string): Promise<RequestDescription> {
    return getJson(this.#workspace.cluster, `${PATH}?id=${encodeURIComponent(id)}`)
  }
}
