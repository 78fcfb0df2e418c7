import type { CheckState, CheckStates } from '../scenario/checks/check-state.ts'
import type { FollowedChecks } from '../scenario/checks/follow-checks.ts'
import { followChecks } from '../scenario/checks/follow-checks.ts'
import { readScenario } from '../scenario/read-scenario.ts'
import type { Identity, Scenario, Step } from '../scenario/scenario.ts'
import type { LessonRecord } from '../state/lesson-records.svelte.ts'
import { lessonRecords } from '../state/lesson-records.svelte.ts'
import { actAs } from '../state/reader-identities.ts'
import type { Workspace } from '../state/workspace.svelte.ts'
import { readerSource } from './reader-source.ts'
import { keepStart } from './step-start.ts'

/** The lesson of the open cluster: its steps, and the reader's progress. */
export class Lesson {
  readonly scenario: Scenario
  readonly workspace: Workspace
  #record = $state.raw<LessonRecord>() as LessonRecord
  #states = $state.raw<CheckStates>(new Map())
  #hints = $state(0)
  #followed: FollowedChecks | undefined
  #isStopped = false

  /** @throws ScenarioError for a stored text that this version cannot read */
  constructor(workspace: Workspace, record: LessonRecord) {
    this.workspace = workspace
    this.scenario = readScenario(record.text)
    this.#record = record
    this.#beginStep()
  }

  /** The number of the shown step, counted from 0. On the last page, the number of steps. */
  get at(): number {
    return Math.min(this.#record.step, this.scenario.steps.length)
  }

  /** The shown step; undefined on the last page. */
  get step(): Step | undefined {
    return this.scenario.steps[this.at]
  }

  /** The number of the first step that is not done, from 0. */
  get reached(): number {
    return this.#record.reached
  }

  /** Whether the step that is shown was done before. */
  get isPast(): boolean {
    return this.at < this.reached
  }

  /** The number of hints of the step that the reader has opened. */
  get hints(): number {
    return this.#hints
  }

  showHint(): void {
    this.#hints += 1
  }

  stateOf(check: string): CheckState {
    if (this.isPast) return { status: 'passed' }
    // Until the first states are known, the states of the last visit are shown.
    return this.#states.get(check) ?? { status: this.#record.passed.includes(check) ? 'passed' : 'waiting' }
  }

  /** The index of the chosen option of a question; -1 for none. In a step that was done before, the index of the right option. */
  answerOf(question: number): number {
    if (this.isPast) return this.step?.questions[question]?.options.findIndex(({ right }) => right) ?? -1
    return this.#record.answers[question] ?? -1
  }

  answer(question: number, option: number): void {
    const answers = (this.step?.questions ?? []).map((_, at) => (at === question ? option : this.answerOf(at)))
    this.#keep({ answers })
  }

  /** Whether all checks of the step have passed and all its questions are answered correctly. */
  get isDone(): boolean {
    return this.left.checks === 0 && this.left.questions === 0
  }

  /** The number of checks that have not passed, and the number of questions without a correct answer. */
  get left(): { readonly checks: number; readonly questions: number } {
    const { step } = this
    if (step === undefined || this.isPast) return { checks: 0, questions: 0 }
    return {
      checks: step.checks.filter(({ name }) => this.stateOf(name).status !== 'passed').length,
      questions: step.questions.filter(({ options }, at) => options[this.answerOf(at)]?.right !== true).length,
    }
  }

  next(): void {
    if (!this.isDone || this.step === undefined) return
    const step = this.at + 1
    this.#hints = 0
    if (step <= this.reached) return this.#keep({ step })
    this.#keep({ step, reached: step, passed: [], answers: [] })
    if (step === this.scenario.steps.length) lessonRecords.finish(this.scenario.name)
    this.#beginStep()
  }

  back(): void {
    this.#hints = 0
    this.#keep({ step: Math.max(0, this.at - 1) })
  }

  /** Whether a copy of the cluster at the start of the reached step exists. */
  get canReset(): boolean {
    return this.#record.startOf === this.reached
  }

  /** The record of this lesson at the start of its step, for a copy of the cluster. */
  get restarted(): LessonRecord {
    return { ...this.#record, step: this.reached, passed: [], answers: [] }
  }

  /** The identity as which the reader acts in the reached step; undefined for the administrator. */
  get identity(): Identity | undefined {
    const name = this.scenario.steps[this.reached]?.identity
    return this.scenario.identities.find((identity) => identity.name === name)
  }

  stop(): void {
    this.#isStopped = true
    actAs(this.workspace.cluster.id, undefined)
    this.#followed?.stop()
  }

  #beginStep(): void {
    this.#followed?.stop()
    this.#followed = undefined
    this.#states = new Map()
    actAs(this.workspace.cluster.id, this.identity)
    const step = this.scenario.steps[this.reached]
    if (step === undefined) return
    const onChange = (states: CheckStates): void => {
      this.#states = states
      const passed = step.checks.map(({ name }) => name).filter((name) => this.stateOf(name).status === 'passed')
      // While the page shows an earlier step, `stateOf` returns `passed` for every check.
      if (!this.isPast) this.#keep({ passed })
    }
    this.#followed = followChecks(step.checks, readerSource(this.workspace), onChange, this.#record.passed)
    void keepStart(this.workspace, this.#record, this.reached).then((start) => {
      if (start !== undefined) this.#keep(start)
    })
  }

  #keep(change: Partial<LessonRecord>): void {
    if (this.#isStopped) return
    this.#record = { ...this.#record, ...change }
    lessonRecords.put(this.workspace.cluster.id, this.#record)
  }
}
