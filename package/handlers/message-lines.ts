interface MessageLinesOptions {
  /** The most characters that a line may have. */
  readonly limit: number
  /** Receives each line without its line feed. */
  line(text: string): void
  /** Called once, before the rest of the line has arrived; later input is dropped. */
  tooLong(): void
}

/** Splits input into lines. A line that is too long is refused while it arrives, so that the sender cannot fill the memory. */
export class MessageLines {
  readonly #options: MessageLinesOptions
  #parts: string[] = []
  #length = 0
  #isOver = false

  constructor(options: MessageLinesOptions) {
    this.#options = options
  }

  receive(chunk: string): void {
    const pieces = chunk.split('\n')
    const rest = pieces.pop() ?? ''
    for (const piece of pieces) {
      this.#keep(piece)
      if (this.#isOver) return
      const line = this.#parts.join('')
      this.#parts = []
      this.#length = 0
      this.#options.line(line)
    }
    this.#keep(rest)
  }

  #keep(piece: string): void {
    if (this.#isOver) return
    this.#length += piece.length
    if (this.#length <= this.#options.limit) {
      if (piece !== '') this.#parts.push(piece)
      return
    }
    this.#isOver = true
    this.#parts = []
    this.#options.tooLong()
  }
}
