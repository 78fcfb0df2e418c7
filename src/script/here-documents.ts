import type { Redirection, Word } from './script.ts'
import type { Source } from './word-reader.ts'

interface Expected {
  readonly delimiter: string
  /** A quoted delimiter: parameters in the text stay as they are. */
  readonly quoted: boolean
  /** `<<-`: tabs at the start of a line are dropped. */
  readonly strips: boolean
  fill(target: Word): void
}

/** Here-documents: their text begins with the line after their mark. */
export class HereDocuments {
  readonly #source: Source
  readonly #words: (text: string) => Word
  #expected: Expected[] = []

  /** @param words Reads a text with parameters. */
  constructor(source: Source, words: (text: string) => Word) {
    this.#source = source
    this.#words = words
  }

  /** The redirection, which gets its text from `read`. */
  expect(word: Word, strips: boolean): Redirection {
    const delimiter = word.map((part) => (part.kind === 'text' ? part.text : '')).join('')
    const redirection = { stream: 0, operator: '<<' as const, target: [] as Word }
    const quoted = word.some((part) => part.quoted)
    this.#expected.push({ delimiter, strips, quoted, fill: (target) => (redirection.target = target) })
    return redirection
  }

  /** Called at the start of a line. */
  read(): void {
    for (const { delimiter, quoted, strips, fill } of this.#expected.splice(0)) {
      const text = this.#textUntil(delimiter, strips)
      fill(quoted ? [{ kind: 'text', text, quoted: true }] : this.#words(text))
    }
  }

  #textUntil(delimiter: string, strips: boolean): string {
    let text = ''
    while (!this.#source.ended) {
      const line = this.#source.takeMatch(/[^\n]*\n?/y)
      const shown = strips ? line.replace(/^\t+/, '') : line
      if (shown.replace(/\n$/, '') === delimiter) break
      text += shown
    }
    return text
  }
}
