import type { Program, ShellFiles, Streams } from './process.ts'
import type { After } from './pause.ts'

/** The page gets a turn at least this often. */
const TURN_MS = 12

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

/** The part that all shells of a terminal share. */
export class Engine {
  readonly options: EngineOptions
  #turn = performance.now()

  constructor(options: EngineOptions) {
    this.options = options
  }

  /** Lets the page work, and ends the caller when the signal has aborted. */
  async breathe({ signal, stdout }: Streams): Promise<void> {
    if (signal.aborted) throw signal.reason as Error
    await stdout.ready()
    if (performance.now() - this.#turn < TURN_MS) return
    await new Promise<void>((resolve) => this.options.after(0, resolve))
    this.#turn = performance.now()
    if (signal.aborted) throw signal.reason as Error
  }
}
