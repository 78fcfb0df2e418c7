/** A line of a handler's log. */
export interface LogLine {
  /** The number of the line, from 1. */
  readonly number: number
  /** Milliseconds since 1970. */
  readonly at: number
  readonly text: string
}

interface LogLinesOptions {
  /** Milliseconds since 1970. */
  now(): number
  /** Calls `task` before the page is drawn again. */
  schedule(task: () => void): void
  /** Called with the kept lines, the newest last. */
  changed(lines: readonly LogLine[]): void
}

export const MAX_LINES = 200

/** The last lines of a handler's log. A handler may write 2,000 lines in a second, so the lines of one frame are shown together. */
export class LogLines {
  readonly #options: LogLinesOptions
  #lines: readonly LogLine[] = []
  #gathered: LogLine[] = []
  #count = 0

  constructor(options: LogLinesOptions) {
    this.#options = options
  }

  write(text: string): void {
    const line = { number: ++this.#count, at: this.#options.now(), text }
    const gathered = this.#gathered.push(line)
    if (gathered === 1) this.#options.schedule(() => this.#flush())
    else if (gathered > MAX_LINES) this.#gathered.shift()
  }

  #flush(): void {
    this.#lines = [...this.#lines, ...this.#gathered].slice(-MAX_LINES)
    this.#gathered = []
    this.#options.changed(this.#lines)
  }
}
