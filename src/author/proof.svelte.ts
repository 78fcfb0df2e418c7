import type { Scenario } from '../scenario/scenario.ts'
import type { PassedCheck, PlayTimes } from '../scenario/scenario-play.ts'
import { playScenario } from '../scenario/scenario-play.ts'
import { actionText } from './action-text.ts'
import { ProofCluster } from './proof-cluster.ts'
import { errorMessage } from '../../worker/runtime/error-message.ts'

/** Real milliseconds; simulated containers start within seconds. */
const TIMES: PlayTimes = { settling: 1500, patience: 60_000, pause: 250 }

/** A row of the table: a check, and the action after which it passed. */
export interface ProofRow {
  readonly step: number
  readonly check: string
  readonly title: string
  /** The text of the action, for example `kubectl scale deployment web`; undefined while the check has not passed. */
  readonly passedAfter?: string
}

/** A proof of a draft: its solutions are played on a new cluster, which is deleted afterwards. */
export class Proof {
  readonly #scenario: Scenario
  readonly #stopper = new AbortController()
  #passed = $state.raw<readonly PassedCheck[]>([])
  #faults = $state.raw<readonly string[]>()

  constructor(scenario: Scenario) {
    this.#scenario = scenario
    void this.#run()
  }

  /** The faults of the scenario; undefined while the proof runs, empty for a sound scenario. */
  get faults(): readonly string[] | undefined {
    return this.#faults
  }

  get rows(): readonly ProofRow[] {
    return this.#scenario.steps.flatMap(({ checks, solution }, step) =>
      checks.map(({ name, title }) => {
        const pass = this.#passed.find((one) => one.check === name)
        if (pass === undefined) return { step, check: name, title }
        const action = solution[pass.action]
        return {
          step,
          check: name,
          title,
          passedAfter: action === undefined ? 'before the solution' : actionText(action),
        }
      }),
    )
  }

  stop(): void {
    this.#stopper.abort(new Error('The proof was stopped'))
  }

  async #run(): Promise<void> {
    try {
      const cluster = await ProofCluster.create(this.#scenario, this.#stopper.signal)
      try {
        const onPass = (check: PassedCheck): void => {
          this.#passed = [...this.#passed, check]
        }
        this.#faults = await playScenario(this.#scenario, cluster, { times: TIMES, onPass })
      } finally {
        await cluster.close()
      }
    } catch (error) {
      this.#faults = [errorMessage(error)]
    }
  }
}
