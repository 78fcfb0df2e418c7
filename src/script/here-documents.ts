import type { Redirection, Word } from './script.ts'
import type { Source } from './word-reader.ts'

interface Expected {
  readonly delimiter: string
  /** Whether the delimiter is quoted: then parameters in the text are not expanded. */
  readonly quoted: boolean
  /** Whether tabs at the start of a line are removed (`<<-`). */
  readonly strips: boolean
  fill(target: Word): void
}

/** Reads here-documents. Their text begins on the line after their operator. */
export class HereDocuments {
  readonly #source: Source
  readonly #words: (text: string) => Word
  #expected: Expected[] = []

  /** @param words parses the text of a here-document whose delimiter is not quoted: parameters, substitutions, backslashes */
  constructor(source: Source, words: (text: string) => Word) {
    this.#source = source
    this.#words = words
  }

  /** Notes a here-document with the delimiter `word`. The target of the returned redirection is empty until `read` fills it. */
  expect(word: Word, strips: boolean): Redirection {
    const delimiter = word.map((part) => (part.kind === 'text' ? part.text : '')).join('')
    const redirection = { stream: 0, operator: '<<' as const, target: [] as Word }
    const quoted = word.some((part) => part.quoted)
    this.#expected.push({ delimiter, strips, quoted, fill: (target) => (redirection.target = target) })
    return redirection
  }

  /** Reads the texts of the noted here-documents, in their order. Call it at the start of the line after their operators. */
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
