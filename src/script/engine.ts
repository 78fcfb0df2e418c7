import type { Program, ShellFiles, Streams } from './process.ts'
import type { After } from '../../worker/runtime/on-abort.ts'
import { ScriptError } from './script.ts'

/** Milliseconds for which a shell may run without yielding to the event loop. */
const TURN_MS = 12
/** Shells that may run at once: the stages of pipelines, subshells and background jobs. */
const MAX_SHELLS = 500

export interface EngineOptions {
  readonly files: ShellFiles
  readonly home: string
  columns(): number
  /** The program of that name; undefined when there is none. */
  find(name: string): Program | undefined
  /** Starts an item that ends with `&`. */
  background(line: string, run: (streams: Streams) => Promise<number>): string
  readonly after: After
}

/** The state that all shells of a terminal share. */
export class Engine {
  readonly options: EngineOptions
  #turn = performance.now()
  #shells = 0

  constructor(options: EngineOptions) {
    this.options = options
  }

  /** Runs the work of a separate shell. Rejects with a ScriptError when MAX_SHELLS run: a script may start shells without end. */
  async separately<Result>(work: () => Promise<Result>): Promise<Result> {
    if (this.#shells >= MAX_SHELLS) throw new ScriptError('fork: Resource temporarily unavailable')
    this.#shells++
    try {
      return await work()
    } finally {
      this.#shells--
    }
  }

  /**
   * Yields to the event loop when TURN_MS have passed.
   * @throws the reason of the signal when it has aborted
   */
  async yieldToPage({ signal, stdout }: Streams): Promise<void> {
    if (signal.aborted) throw signal.reason as Error
    await stdout.ready()
    if (performance.now() - this.#turn < TURN_MS) return
    await new Promise<void>((resolve) => this.options.after(0, resolve))
    this.#turn = performance.now()
    if (signal.aborted) throw signal.reason as Error
  }
}
