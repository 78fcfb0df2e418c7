import { isUnfinished } from '../shell/words.ts'
import { readKeys } from './keys.ts'
import type { Key } from './keys.ts'
import type { LineState } from './line-editor.ts'
import { acceptSearch, editLine, newLine } from './line-editor.ts'
import { drawLine } from './screen-line.ts'

/** The screen of the terminal. */
export interface Screen {
  readonly columns: number
  write(text: string): void
  /** Clears everything but the line of the cursor. */
  clear(): void
}

export interface RunOutput {
  readonly columns: number
  readonly signal: AbortSignal
  stdout(text: string): void
  stderr(text: string): void
}

/** Runs and completes lines; loaded with the first such line. */
export interface Runner {
  /** `~`, `/tmp`: shown in the prompt. */
  readonly folder: string
  run(line: string, output: RunOutput): Promise<number>
  complete(text: string, cursor: number, output: RunOutput): Promise<{ from: number; options: readonly string[] }>
}

export interface InteractiveOptions {
  readonly screen: Screen
  /** In front of the folder: the cluster, and the user as which its lines run; it may change. */
  readonly name: string
  /** Lines of earlier visits, oldest first. */
  readonly history: readonly string[]
  load(): Promise<Runner>
  /** Called when a line was added to the history. */
  remember(history: readonly string[]): void
}

const MOST_LINES = 500

/** The terminal session: prompt, editing, running, interrupting. Independent of xterm and the page. */
export class Interactive {
  readonly #options: InteractiveOptions
  #history: string[]
  #line: LineState
  #cursorRow = 0
  #runner: Runner | undefined
  #running: AbortController | undefined
  /** Unprocessed input, in the order of typing. */
  #waiting: (Key | { readonly kind: 'run'; readonly text: string })[] = []
  #acting = false
  #atStart = true
  #tabbed = false

  constructor(options: InteractiveOptions) {
    this.#options = options
    this.#history = [...options.history]
    this.#line = newLine(this.#history)
  }

  start(): void {
    this.#draw()
  }

  /** Raw input of the terminal. Input during a command is queued until its end, except Ctrl-C. */
  async input(data: string): Promise<void> {
    for (const key of readKeys(data)) {
      if (key.kind === 'interrupt' && this.#running !== undefined) this.#interrupt()
      else this.#waiting.push(key)
    }
    await this.#act()
  }

  /** Types a line and runs it after the running command. */
  async run(line: string): Promise<void> {
    this.#waiting.push({ kind: 'run', text: line })
    await this.#act()
  }

  /** Called when the width of the screen or the prompt changes: redraws the line in place. */
  redraw(): void {
    if (this.#running === undefined) this.#draw()
  }

  stop(): void {
    this.#running?.abort()
  }

  async #act(): Promise<void> {
    if (this.#acting) return
    this.#acting = true
    try {
      for (let next = this.#waiting.shift(); next !== undefined; next = this.#waiting.shift())
        await (next.kind === 'run' ? this.#type(next.text) : this.#press(next))
    } finally {
      this.#acting = false
    }
  }

  #type(line: string): Promise<void> {
    this.#edit({ ...newLine(this.#history), text: line, cursor: line.length })
    return this.#enter()
  }

  async #press(key: Key): Promise<void> {
    const tabbed = this.#tabbed
    this.#tabbed = key.kind === 'complete'
    switch (key.kind) {
      case 'text':
      case 'paste':
        return this.#edit(editLine(this.#line, { kind: 'insert', text: key.text }, this.#history))
      case 'edit':
        return this.#edit(editLine(this.#line, { kind: key.edit }, this.#history))
      case 'enter':
        return this.#enter()
      case 'complete':
        return this.#complete(tabbed)
      case 'interrupt':
        this.#options.screen.write('^C\r\n')
        return this.#prompt()
      case 'endOfInput':
        return this.#line.text === '' ? undefined : this.#edit(editLine(this.#line, { kind: 'delete' }, this.#history))
      case 'clear':
        this.#options.screen.clear()
        return this.#edit(this.#line)
      case 'escape':
        return this.#edit(acceptSearch(this.#line))
    }
  }

  #edit(line: LineState): void {
    this.#line = line
    this.#draw()
  }

  #prompt(): void {
    this.#line = newLine(this.#history)
    this.#cursorRow = 0
    this.#draw()
  }

  #draw(): void {
    const { screen, name } = this.#options
    const { search, text, cursor } = this.#line
    const prompt =
      search === undefined
        ? `\x1b[32m${name}\x1b[0m:\x1b[34m${this.#runner?.folder ?? '~'}\x1b[0m$ `
        : `(reverse-i-search)'${search}': `
    const { output, cursorRow } = drawLine({
      prompt,
      text,
      cursor,
      columns: screen.columns,
      cursorRow: this.#cursorRow,
    })
    this.#cursorRow = cursorRow
    screen.write(output)
  }

  #interrupt(): void {
    this.#options.screen.write('^C\r\n')
    this.#atStart = true
    this.#waiting = []
    this.#running?.abort()
  }

  async #enter(): Promise<void> {
    this.#line = acceptSearch(this.#line)
    const { text } = this.#line
    if (isUnfinished(text)) {
      const atEnd = { ...this.#line, cursor: text.length }
      return this.#edit(editLine(atEnd, { kind: 'insert', text: '\n' }, this.#history))
    }
    this.#edit({ ...this.#line, cursor: text.length })
    this.#options.screen.write('\r\n')
    if (text.trim() === '') return this.#prompt()
    this.#keep(text)
    if (text.trim() === 'clear') this.#options.screen.clear()
    else await this.#execute(text)
    this.#prompt()
  }

  #keep(text: string): void {
    if (this.#history.at(-1) === text) return
    this.#history = [...this.#history, text].slice(-MOST_LINES)
    this.#options.remember(this.#history)
  }

  async #execute(text: string): Promise<void> {
    this.#atStart = true
    try {
      await this.#interruptible((output) => this.#runLine(text, output))
    } catch (error) {
      this.#show(`${error instanceof Error ? error.message : String(error)}\n`)
    }
    if (!this.#atStart) this.#options.screen.write('\r\n')
  }

  /** Ctrl-C resolves with undefined immediately; later output of the command is discarded. */
  async #interruptible<T>(work: (output: RunOutput) => Promise<T>): Promise<T | undefined> {
    const running = (this.#running = new AbortController())
    const interrupted = new Promise<undefined>((resolve) =>
      running.signal.addEventListener('abort', () => resolve(undefined)),
    )
    try {
      return await Promise.race([work(this.#output(running.signal)), interrupted])
    } finally {
      running.abort()
      this.#running = undefined
    }
  }

  async #runLine(text: string, output: RunOutput): Promise<void> {
    this.#runner ??= await this.#options.load()
    await this.#runner.run(text, output)
  }

  #output(signal: AbortSignal): RunOutput {
    const show = (text: string): void => {
      if (!signal.aborted) this.#show(text)
    }
    return { columns: this.#options.screen.columns, signal, stdout: show, stderr: show }
  }

  #show(text: string): void {
    if (text === '') return
    this.#atStart = text.endsWith('\n')
    this.#options.screen.write(text.replace(/\r?\n/g, '\r\n'))
  }

  async #complete(again: boolean): Promise<void> {
    const asked = this.#line
    const { commonStart } = await import('../shell/completion.ts')
    const found = await this.#interruptible(async (output) => {
      this.#runner ??= await this.#options.load()
      return this.#runner.complete(asked.text, asked.cursor, output)
    })
    if (found === undefined) return this.#prompt()
    const { from, options } = found
    const typed = asked.text.slice(from, asked.cursor)
    const [only] = options
    const start = commonStart(options)
    const ends = options.length === 1 && !/[/=]$/.test(only ?? '') ? ' ' : ''
    if (start.length + ends.length > typed.length)
      this.#edit(editLine(asked, { kind: 'insert', text: start.slice(typed.length) + ends }, this.#history))
    else if (again && options.length > 1) this.#list(options)
  }

  #list(options: readonly string[]): void {
    const { screen } = this.#options
    const width = Math.max(...options.map((option) => option.length)) + 2
    const perRow = Math.max(1, Math.floor(screen.columns / width))
    let out = '\r\n'
    options.forEach((option, index) => {
      out += (index + 1) % perRow === 0 ? `${option}\r\n` : option.padEnd(width)
    })
    screen.write(options.length % perRow === 0 ? out : `${out}\r\n`)
    this.#cursorRow = 0
    this.#draw()
  }
}
