/** A text of an example, as it is handed to the server. */
export interface ExampleFile {
  /** What the document is called once it is opened: `guestbook.yaml`. */
  readonly name: string
  /** YAML as a template of `Dialect.spell`. */
  readonly text: string
  /** The field manager it is applied as, where that is not the editor's own. */
  readonly manager?: string
}

/** Something worth applying. One file of this folder holds one; the address names it by `id`. */
export interface Example {
  readonly id: string
  readonly title: string
  /** One sentence: what is in it. */
  readonly summary: string
  readonly files: readonly ExampleFile[]
  /** What to do and what to look at, in this order. */
  readonly steps?: readonly string[]
}
