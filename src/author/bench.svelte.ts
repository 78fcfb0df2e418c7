import { readScenario } from '../scenario/read-scenario.ts'
import type { ScenarioFault } from '../scenario/scenario-error.ts'
import { ScenarioError } from '../scenario/scenario-error.ts'
import type { Identity, Scenario } from '../scenario/scenario.ts'
import { collectObjects } from '../share/collected-objects.ts'
import { notices } from '../state/notices.svelte.ts'
import { actAs } from '../state/reader-identities.ts'
import type { Workspace } from '../state/workspace.svelte.ts'
import { Proof } from './proof.svelte.ts'
import { addIdentity, addRecordedStep, addStart, identityOfUser } from './recorded-steps.ts'
import { Recorder } from './recorder.svelte.ts'

/** A draft in the editor of a cluster, and what its author does with it. */
export class Bench {
  readonly workspace: Workspace
  /** The document with the draft. */
  readonly file: string
  #scenario = $state.raw<Scenario>()
  #faults = $state.raw<readonly ScenarioFault[]>([])
  #recorder = $state.raw<Recorder>()
  #proof = $state.raw<Proof>()
  #identity = $state.raw<Identity>()

  constructor(workspace: Workspace, file: string) {
    this.workspace = workspace
    this.file = file
    this.read()
  }

  get text(): string {
    return this.workspace.documents.read(this.file) ?? ''
  }

  /** The newest draft without faults. */
  get scenario(): Scenario | undefined {
    return this.#scenario
  }

  get faults(): readonly ScenarioFault[] {
    return this.#faults
  }

  /** Reads the text of the editor. */
  read(): void {
    try {
      this.#scenario = readScenario(this.text)
      this.#faults = []
    } catch (error) {
      if (!(error instanceof ScenarioError)) throw error
      this.#faults = error.faults
    }
  }

  /** Set while a recording runs. */
  get recorder(): Recorder | undefined {
    return this.#recorder
  }

  /** The identity as which the author acts; undefined for the administrator. */
  get identity(): Identity | undefined {
    return this.#identity
  }

  /** Starts a recording. While the draft has neither objects nor steps, the existing objects become the start of the lesson. */
  async startRecording(): Promise<void> {
    const { cluster } = this.workspace
    await this.workspace.refreshDiscovery()
    const { discovery } = this.workspace
    if (discovery !== undefined) {
      const objects = await collectObjects(cluster, discovery)
      this.#change((text) => addStart(text, objects))
    }
    this.#recorder = new Recorder(this.workspace)
  }

  /** Writes the recorded actions as one step, and begins another. */
  async endStep(): Promise<void> {
    const step = await this.#recorder?.takeStep(this.#identity?.name)
    if (step !== undefined) this.#change((text) => addRecordedStep(text, step))
  }

  async stopRecording(): Promise<void> {
    await this.endStep()
    this.#recorder?.stop()
    this.#recorder = undefined
  }

  /** Changes the author's identity. Another step begins, because a step has one identity. */
  async act(identity: Identity | undefined): Promise<void> {
    await this.endStep()
    this.#identity = identity
    actAs(this.workspace.cluster.id, identity)
  }

  /** Changes the author's identity to a user, and adds the user to the draft. @throws DraftError */
  async actAsUser(user: string): Promise<void> {
    const identity = identityOfUser(this.text, user)
    this.#change((text) => addIdentity(text, identity))
    await this.act(identity)
  }

  get proof(): Proof | undefined {
    return this.#proof
  }

  prove(): void {
    this.#proof?.stop()
    if (this.#scenario !== undefined) this.#proof = new Proof(this.#scenario)
  }

  close(): void {
    this.#recorder?.stop()
    this.#proof?.stop()
    actAs(this.workspace.cluster.id, undefined)
  }

  #change(change: (text: string) => string): void {
    try {
      this.workspace.documents.write(this.file, change(this.text))
      this.read()
    } catch (error) {
      notices.fail('The draft was not changed', error)
    }
  }
}
