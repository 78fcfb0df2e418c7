/** A manifest of an example. */
export interface ExampleFile {
  /** The name of the opened document: `guestbook.yaml`. */
  readonly name: string
  /** YAML, a template for `Dialect.spell`. */
  readonly text: string
  /** The field manager of its applies; undefined for the editor's default. */
  readonly manager?: string
}

/** An example of the gallery. Each example has a file in this folder; the address contains its `id`. */
export interface Example {
  readonly id: string
  readonly title: string
  /** One sentence that says what the example contains. */
  readonly summary: string
  readonly level: 'Beginner' | 'Intermediate' | 'Advanced'
  /** The lesson of the example. It completes the sentence “You learn …”. */
  readonly learns: string
  readonly files: readonly ExampleFile[]
  /** The steps for the reader, in order. */
  readonly steps?: readonly string[]
}
