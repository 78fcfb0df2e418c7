import type { YamlError } from '../yaml-error.ts'
import type { ParserState, State, YamlEvent } from './parser-state.ts'
import { YamlScanner } from './scanner.ts'
import { blockNode, documentContent, yamlFault } from './states.ts'
import type { Token } from './token.ts'

const DEFAULT_TAGS: readonly (readonly [string, string])[] = [
  ['!', '!'],
  ['!!', 'tag:yaml.org,2002:'],
]

/**
 * Reads the events of the first document. It is the parser of libyaml with an explicit stack, which deep nesting cannot
 * overflow. Errors have the real server's texts.
 */
export class YamlParser implements ParserState {
  readonly #scanner: YamlScanner
  /** The states to continue with once the current node is complete. */
  readonly #states: State[] = []
  /** The lines where the open collections begin. */
  readonly #lines: number[] = []
  readonly #tags = new Map<string, string>()

  constructor(text: string) {
    this.#scanner = new YamlScanner(text)
  }

  /** Whether the text holds a document. Reads its beginning. @throws YamlError */
  begin(): boolean {
    let token = this.peek()
    if (token.type === 'stream-end') return false
    const implicit = token.type !== 'version' && token.type !== 'tag-directive' && token.type !== 'document-start'
    this.#directives()
    if (!implicit) {
      token = this.peek()
      if (token.type !== 'document-start') throw yamlFault('did not find expected <document start>', token.line)
      this.skip()
    }
    this.#states.push(implicit ? blockNode : documentContent)
    return true
  }

  /** The next event of the document. */
  next(): YamlEvent {
    const state = this.#states.pop()
    if (state === undefined) throw new Error('the document has no further events')
    return state(this)
  }

  /** Reads the token after the document. An unreadable token is an error, as in the real server. */
  end(): void {
    this.peek()
  }

  peek(): Token {
    return this.#scanner.peek()
  }

  skip(): void {
    this.#scanner.skip()
  }

  continueWith(state: State): void {
    this.#states.push(state)
  }

  open(): void {
    this.#lines.push(this.peek().line)
    this.skip()
  }

  close(): YamlEvent {
    this.#lines.pop()
    this.skip()
    return { type: 'end' }
  }

  fault(problem: string, line: number): YamlError {
    return yamlFault(problem, line, this.#lines.at(-1))
  }

  tag({ handle, text, line }: Token, nodeLine: number): string {
    if (handle === '') return text
    const prefix = this.#tags.get(handle)
    if (prefix === undefined || prefix + text === '') throw yamlFault('found undefined tag handle', line, nodeLine)
    return prefix + text
  }

  #directives(): void {
    let hasVersion = false
    for (let token = this.peek(); token.type === 'version' || token.type === 'tag-directive'; token = this.peek()) {
      if (token.type === 'version') {
        if (hasVersion) throw yamlFault('found duplicate %YAML directive', token.line)
        if (token.text !== '1.1') throw yamlFault('found incompatible YAML document', token.line)
        hasVersion = true
      } else {
        if (this.#tags.has(token.handle)) throw yamlFault('found duplicate %TAG directive', token.line)
        this.#tags.set(token.handle, token.text)
      }
      this.skip()
    }
    for (const [handle, prefix] of DEFAULT_TAGS) if (!this.#tags.has(handle)) this.#tags.set(handle, prefix)
  }
}
