import type { RunOutput, Runner, Screen } from './runner.ts'
import { readKeys } from './keys.ts'
import type { Key } from './keys.ts'
import type { LineState } from './line-editor.ts'
import { acceptSearch, editLine, newLine } from './line-editor.ts'
import { drawLine, inColumns, visible } from './screen-line.ts'
import { errorMessage } from '../../worker/runtime/error-message.ts'

export interface TerminalSessionOptions {
  readonly screen: Screen
  /** The text before the folder in the prompt: the cluster, and the user as which lines run. It may change. */
  readonly name: string
  /** Lines of earlier visits, oldest first. */
  readonly history: readonly string[]
  /** @param print shows the output of background jobs above the line that the user is typing */
  load(print: (text: string) => void): Promise<Runner>
  /** Called when a line was added to the history. */
  remember(history: readonly string[]): void
}

const MAX_LINES = 500

/** The terminal session: it prompts, edits, runs and interrupts lines. It depends neither on xterm nor on the page. */
export class TerminalSession {
  readonly #options: TerminalSessionOptions
  #history: string[]
  #line: LineState
  #cursorRow = 0
  #runner: Runner | undefined
  #loading: Promise<Runner> | undefined
  #running: AbortController | undefined
  /** Unprocessed input, in the order of typing. */
  #pending: (Key | { readonly kind: 'run'; readonly text: string })[] = []
  #isProcessing = false
  /** Whether the output ended with a line feed. The prompt then needs none. */
  #atLineStart = true
  /** Whether the last key was Tab: a second Tab lists the options. */
  #hasTabbed = false

  constructor(options: TerminalSessionOptions) {
    this.#options = options
    this.#history = [...options.history]
    this.#line = newLine(this.#history)
  }

  start(): void {
    this.#draw()
  }

  /** Processes raw input of the terminal. Input during a command waits until the command ends, except Ctrl-C. */
  async input(data: string): Promise<void> {
    for (const key of readKeys(data)) {
      if (key.kind === 'interrupt' && this.#running !== undefined) this.#interrupt()
      else if (key.kind === 'suspend') this.#runner?.toBackground?.()
      else this.#pending.push(key)
    }
    await this.#processInput()
  }

  /** Types a line. Runs it after the command that is running. */
  async run(line: string): Promise<void> {
    this.#pending.push({ kind: 'run', text: line })
    await this.#processInput()
  }

  /** Redraws the line in place. Called when the width of the screen or the prompt changes. */
  redraw(): void {
    if (this.#running === undefined) this.#draw()
  }

  stop(): void {
    this.#running?.abort()
  }

  async #processInput(): Promise<void> {
    if (this.#isProcessing) return
    this.#isProcessing = true
    try {
      for (let next = this.#pending.shift(); next !== undefined; next = this.#pending.shift())
        await (next.kind === 'run' ? this.#type(next.text) : this.#press(next))
    } finally {
      this.#isProcessing = false
    }
  }

  #type(line: string): Promise<void> {
    this.#edit({ ...newLine(this.#history), text: line, cursor: line.length })
    return this.#enter()
  }

  async #press(key: Key): Promise<void> {
    const tabbed = this.#hasTabbed
    this.#hasTabbed = key.kind === 'complete'
    switch (key.kind) {
      case 'text':
      case 'paste':
        this.#edit(editLine(this.#line, { kind: 'insert', text: key.text }, this.#history))
        return this.#preload()
      case 'suspend':
        return
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

  /** Loads the modules for the typed line. Ignores a failed load, because the line that needs the module reports it. */
  async #preload(): Promise<void> {
    const { text } = this.#line
    if (!/[|;&>$]/.test(text) && this.#runner === undefined) return
    const runner = await this.#loaded().catch(() => undefined)
    runner?.preload?.(text)
  }

  #loaded(): Promise<Runner> {
    this.#loading ??= this.#options
      .load((text) => this.#print(text))
      .then(
        (runner) => (this.#runner = runner),
        (error: unknown) => {
          this.#loading = undefined
          throw error
        },
      )
    return this.#loading
  }

  /** Prints the output of a background job above the line that the user is typing. */
  #print(text: string): void {
    if (this.#running !== undefined || text === '') return this.#show(text)
    const up = this.#cursorRow > 0 ? `\x1b[${this.#cursorRow}A` : ''
    this.#options.screen.write(`\r${up}\x1b[J`)
    this.#show(text.endsWith('\n') ? text : `${text}\n`)
    this.#cursorRow = 0
    this.#draw()
  }

  #prompt(): void {
    const ended = this.#runner?.endedJobs?.() ?? ''
    if (ended !== '') this.#show(ended)
    this.#line = newLine(this.#history)
    this.#cursorRow = 0
    this.#draw()
  }

  #draw(): void {
    const { screen, name } = this.#options
    const { search, text, cursor } = this.#line
    const prompt =
      search === undefined
        ? `\x1b[32m${visible(name)}\x1b[0m:\x1b[34m${visible(this.#runner?.folder ?? '~')}\x1b[0m$ `
        : `(reverse-i-search)'${visible(search)}': `
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
    this.#atLineStart = true
    this.#pending = []
    this.#running?.abort()
  }

  async #enter(): Promise<void> {
    this.#line = acceptSearch(this.#line)
    const { text } = this.#line
    const { isUnfinished } = await import('../shell/words.ts')
    if (isUnfinished(text)) {
      const atEnd = { ...this.#line, cursor: text.length }
      return this.#edit(editLine(atEnd, { kind: 'insert', text: '\n' }, this.#history))
    }
    this.#edit({ ...this.#line, cursor: text.length })
    this.#options.screen.write('\r\n')
    if (text.trim() === '') return this.#prompt()
    this.#addToHistory(text)
    if (text.trim() === 'clear') this.#options.screen.clear()
    else await this.#execute(text)
    this.#prompt()
  }

  #addToHistory(text: string): void {
    if (this.#history.at(-1) === text) return
    this.#history = [...this.#history, text].slice(-MAX_LINES)
    this.#options.remember(this.#history)
  }

  async #execute(text: string): Promise<void> {
    this.#atLineStart = true
    try {
      await this.#interruptible((output) => this.#runLine(text, output))
    } catch (error) {
      this.#show(`${visible(errorMessage(error))}\n`)
    }
    if (!this.#atLineStart) this.#options.screen.write('\r\n')
  }

  /** Runs work until Ctrl-C, which resolves with undefined at once. Later output of the work is discarded. */
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
    const runner = await this.#loaded()
    await runner.run(text, output)
  }

  #output(signal: AbortSignal): RunOutput {
    const show = (text: string): void => {
      if (!signal.aborted) this.#show(text)
    }
    return { columns: this.#options.screen.columns, signal, stdout: show, stderr: show }
  }

  #show(text: string): void {
    if (text === '') return
    this.#atLineStart = text.endsWith('\n')
    this.#options.screen.write(text.replace(/\r?\n/g, '\r\n'))
  }

  /** @param isSecond whether the previous key was Tab too */
  async #complete(isSecond: boolean): Promise<void> {
    const asked = this.#line
    const { commonStart } = await import('../shell/completion.ts')
    const found = await this.#interruptible(async (output) => {
      const runner = await this.#loaded()
      return runner.complete(asked.text, asked.cursor, output)
    })
    if (found === undefined) return this.#prompt()
    const { from, options } = found
    const typed = asked.text.slice(from, asked.cursor)
    const [only] = options
    const start = commonStart(options)
    const ends = options.length === 1 && !/[/=:]$/.test(only ?? '') ? ' ' : ''
    if (start.length + ends.length > typed.length)
      this.#edit(editLine(asked, { kind: 'insert', text: start.slice(typed.length) + ends }, this.#history))
    else if (isSecond && options.length > 1) this.#list(options)
  }

  #list(options: readonly string[]): void {
    const { screen } = this.#options
    screen.write(inColumns(options, screen.columns))
    this.#cursorRow = 0
    this.#draw()
  }
}
