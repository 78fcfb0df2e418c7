import type { Document, Scalar } from 'yaml'
import { LineCounter, isScalar, parseDocument } from 'yaml'
import { yamlOptions } from '../client/yaml-options.ts'
import { formatPath, type Place, type ScenarioPath } from './place.ts'
import { ScenarioError, wholeFault, type PathFault, type ScenarioFault } from './scenario-error.ts'

/** Nested aliases expand a small text to a large value; scenarios rarely need aliases. */
const MAX_ALIASES = 100

/** The parser recurses into each level and reports a stack overflow as a syntax error. */
const TOO_DEEP = 'the text is nested too deeply'
const BAD_ALIAS = 'the text uses too many aliases, or one without an anchor'

/** A YAML text, its value, and the places of its parts. */
export class PlacedYaml {
  readonly value: unknown
  readonly #document: Document
  readonly #lines = new LineCounter()
  readonly #text: string
  readonly #file: { readonly file?: string }
  /** The number of lines before the YAML in its file. */
  readonly #above: number

  /** @throws ScenarioError for a text that is not one YAML document */
  constructor(text: string, { file, above = 0 }: { readonly file?: string; readonly above?: number } = {}) {
    this.#file = file === undefined ? {} : { file }
    this.#above = above
    this.#text = text
    try {
      this.#document = parseDocument(text, { ...yamlOptions, lineCounter: this.#lines, prettyErrors: false })
      // The parser continues after an error, and most of its later errors are consequences of the first.
      const [first] = this.#document.errors
      if (first !== undefined) {
        const message = /call stack/.test(first.message) ? TOO_DEEP : first.message
        throw new ScenarioError([this.#fault(message, this.#at(first.pos[0]))])
      }
      this.value = this.#document.toJS({ maxAliasCount: MAX_ALIASES })
    } catch (error) {
      if (error instanceof ScenarioError) throw error
      throw new ScenarioError([wholeFault(error instanceof RangeError ? TOO_DEEP : BAD_ALIAS, file)])
    }
  }

  fault({ path, message, within }: PathFault): ScenarioFault {
    return { ...this.#fault(message, this.placeOf(path, within)), path: formatPath(path) }
  }

  /** The place of a value, or of the nearest value around it. */
  placeOf(path: ScenarioPath, within?: PathFault['within']): Place {
    for (let length = path.length; length >= 0; length--) {
      const node = this.#nodeAt(path.slice(0, length))
      const start = (node as Partial<Scalar> | undefined)?.range?.[0]
      if (start !== undefined)
        return length === path.length && within !== undefined && isScalar(node)
          ? this.#inside(node, start, within)
          : this.#at(start)
    }
    return this.#at(0)
  }

  #nodeAt(path: ScenarioPath): unknown {
    try {
      return path.length === 0 ? this.#document.contents : this.#document.getIn(path, true)
    } catch {
      // `getIn` throws when the path leads through an alias.
      return undefined
    }
  }

  /** The position of an offset in a text: exact in a literal block and in a text of one line. */
  #inside(node: Scalar, start: number, within: { readonly line: number; readonly column: number }): Place {
    const place = this.#at(start)
    const quote = node.type === 'QUOTE_SINGLE' || node.type === 'QUOTE_DOUBLE' ? 1 : 0
    if (node.type === 'BLOCK_LITERAL') {
      const rows = this.#text.slice(start).split('\n').slice(1)
      const indent = /^ */.exec(rows.find((row) => row.trim() !== '') ?? '')?.[0].length ?? 0
      return { ...place, line: place.line + 1 + within.line, column: indent + 1 + within.column }
    }
    return within.line > 0 ? place : { ...place, column: place.column + quote + within.column }
  }

  #fault(message: string, place: Place): ScenarioFault {
    return { ...place, path: '', message }
  }

  #at(offset: number): Place {
    const { line, col } = this.#lines.linePos(offset)
    return { ...this.#file, line: Math.max(line, 1) + this.#above, column: Math.max(col, 1) }
  }
}
