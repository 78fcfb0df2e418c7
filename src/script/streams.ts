import { untilAborted } from '../../worker/runtime/on-abort.ts'

/** The output of a command. */
export interface Sink {
  write(text: string): void
  /** Whether the output goes to the terminal. */
  readonly isTerminal: boolean
  /** Clears the screen. Present when the terminal removes control characters from texts. */
  clear?(): void
  /** Resolves when the reader has read enough for the writer to continue. */
  ready(): Promise<void>
}

/** The input of a command. */
export interface Input {
  /** The next text; undefined at the end. */
  read(): Promise<string | undefined>
  /** The next line with its line feed; undefined at the end. */
  line(): Promise<string | undefined>
  /** The remaining text. */
  rest(): Promise<string>
  /** Whether `read` has to wait: no text is available, and the input has not ended. */
  readonly waiting: boolean
}

/** When this many characters are unread, the writer waits. */
const MAX_UNREAD = 1 << 20

/** Text that one command writes and another reads at the same time. */
export class Pipe implements Sink, Input {
  readonly isTerminal = false
  #text = ''
  #ended = false
  #closed = false
  /** Whether the reader waits for the end of a line, which may be longer than MAX_UNREAD. */
  #awaitsLine = false
  #wake: (() => void)[] = []
  readonly #onClose: () => void

  /** @param onClose called when the reader has ended, after which the writer can stop */
  constructor(onClose: () => void = () => undefined) {
    this.#onClose = onClose
  }

  write(text: string): void {
    if (this.#closed || this.#ended) return
    this.#text += text
    this.#awaken()
  }

  async ready(): Promise<void> {
    while (this.#text.length > MAX_UNREAD && !this.#closed && !this.#awaitsLine) await this.#change()
  }

  /** Called when the writer has ended. */
  end(): void {
    this.#ended = true
    this.#awaken()
  }

  /** Called when the reader has ended. */
  close(): void {
    if (this.#closed) return
    this.#closed = true
    this.#text = ''
    this.#awaken()
    if (!this.#ended) this.#onClose()
  }

  get waiting(): boolean {
    return this.#text === '' && !this.#ended
  }

  async read(): Promise<string | undefined> {
    while (this.waiting) await this.#change()
    const text = this.#text
    this.#text = ''
    this.#awaken()
    return text === '' ? undefined : text
  }

  async line(): Promise<string | undefined> {
    while (!this.#text.includes('\n') && !this.#ended) {
      this.#awaitsLine = true
      this.#awaken()
      await this.#change()
    }
    this.#awaitsLine = false
    const end = this.#text.indexOf('\n')
    const line = end < 0 ? this.#text : this.#text.slice(0, end + 1)
    this.#text = this.#text.slice(line.length)
    this.#awaken()
    return line === '' ? undefined : line
  }

  async rest(): Promise<string> {
    let all = ''
    for (let text = await this.read(); text !== undefined; text = await this.read()) all += text
    return all
  }

  #change(): Promise<void> {
    return new Promise((resolve) => this.#wake.push(resolve))
  }

  #awaken(): void {
    for (const wake of this.#wake.splice(0)) wake()
  }
}

/** An input whose reads reject with the reason of the signal when the signal aborts. */
export const interruptible = (input: Input, signal: AbortSignal): Input => ({
  read: () => untilAborted(input.read(), signal),
  line: () => untilAborted(input.line(), signal),
  rest: () => untilAborted(input.rest(), signal),
  get waiting() {
    return input.waiting
  },
})

/** An input that contains only this text. */
export function textInput(text: string): Input {
  const pipe = new Pipe()
  pipe.write(text)
  pipe.end()
  return pipe
}

/** Clears the screen and moves the cursor to its start. */
export const CLEAR = '\u001b[2J\u001b[H'

export function clearScreen(sink: Sink): void {
  if (sink.clear === undefined) sink.write(CLEAR)
  else sink.clear()
}

/** A sink that passes each text on. */
export const sinkTo = (write: (text: string) => void, isTerminal = false): Sink => ({
  write,
  isTerminal,
  ready: () => Promise.resolve(),
})

export const NOWHERE: Sink = sinkTo(() => undefined)
