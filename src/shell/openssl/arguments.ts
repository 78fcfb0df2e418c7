import { UsageFault } from '../../script/process.ts'

/** The arguments of one openssl command; an option begins with `-` or `--`. */
export class OpensslArguments {
  readonly #values: ReadonlyMap<string, readonly string[]>
  /** Words that are not options. */
  readonly rest: readonly string[]

  /**
   * @param valued the options that take a value
   * @param plain the options without a value
   * @throws UsageFault for an unknown option, and for one without its value
   */
  constructor(words: readonly string[], valued: readonly string[], plain: readonly string[]) {
    const values = new Map<string, string[]>()
    const rest: string[] = []
    const left = [...words]
    for (let word = left.shift(); word !== undefined; word = left.shift()) {
      const name = word.replace(/^--?/, '')
      if (!word.startsWith('-')) rest.push(word)
      else if (plain.includes(name)) values.set(name, [''])
      else if (valued.includes(name)) values.set(name, [...(values.get(name) ?? []), valueOf(word, left.shift())])
      else throw new UsageFault(`Unknown option: ${word}`)
    }
    this.#values = values
    this.rest = rest
  }

  has(name: string): boolean {
    return this.#values.has(name)
  }

  get(name: string): string | undefined {
    return this.#values.get(name)?.at(-1)
  }

  all(name: string): readonly string[] {
    return this.#values.get(name) ?? []
  }

  /** @throws UsageFault without the option */
  need(name: string): string {
    const value = this.get(name)
    if (value === undefined) throw new UsageFault(`the option -${name} is missing`)
    return value
  }
}

function valueOf(option: string, value: string | undefined): string {
  if (value === undefined) throw new UsageFault(`Option ${option} needs a value`)
  return value
}
